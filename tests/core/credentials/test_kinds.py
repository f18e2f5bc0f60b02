"""Every kind of the table: one that is found whole, and near misses that are not."""

import pytest

from tests import fake_credentials as fake
from tests import fake_kinds
from toolscore_core.credentials.keynames import NAMED
from toolscore_core.credentials.kinds import DOCUMENTED_NAMES, KINDS, RANK
from toolscore_core.credentials.rows.structure import SCHEMES
from toolscore_core.credentials.scanning import redact_text, scan_text, scan_value

STRUCTURED = fake_kinds.structured()


def found(text: str, key: str | None = None) -> list[tuple[str, str]]:
    """Kind and text of each credential, in order."""
    return [(match.kind, text[match.start : match.end]) for match in scan_value(text, key)]


def test_every_kind_of_the_table_is_tested_here() -> None:
    """A row without an example of its own is a mistake."""
    tested = {*fake.KINDS, *fake_kinds.FORMATS, *STRUCTURED, *fake_kinds.NAMED}
    named = {row.name for row in NAMED}
    assert {row.name for row in KINDS} | set(SCHEMES.values()) | named <= tested | {"deepseek_api_key"}
    assert set(fake.KINDS) == DOCUMENTED_NAMES


@pytest.mark.parametrize("row", KINDS, ids=lambda row: row.name)
def test_every_row_says_where_it_comes_from(row: object) -> None:
    """Each row of the table gives a reason and a published source."""
    assert row.why  # type: ignore[attr-defined]
    assert row.source  # type: ignore[attr-defined]


def test_order_of_kinds() -> None:
    """The documented kinds come first, in the documented order."""
    assert sorted(RANK, key=RANK.__getitem__)[:8] == list(fake.KINDS)


@pytest.mark.parametrize(("kind", "credential"), fake_kinds.FORMATS.items(), ids=fake_kinds.FORMATS)
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("export X=", " && run"), ('{"a": "', '"}'), ("\\n", "\\n"), ("(", ").")]
)
def test_format_is_found_whole(kind: str, credential: str, before: str, after: str) -> None:
    """A credential with a format of its own is found with its exact place, whatever stands around it."""
    assert found(before + credential + after) == [(kind, credential)]


@pytest.mark.parametrize(("kind", "text"), fake_kinds.PLACEHOLDERS.items(), ids=fake_kinds.PLACEHOLDERS)
def test_placeholder_is_left_alone(kind: str, text: str) -> None:
    """The same beginning with a run of x is documentation."""
    if kind not in {"mailchimp_api_key", "newrelic_license_key"}:  # their mark is what follows
        assert found(text) == []


@pytest.mark.parametrize(("kind", "credential"), fake_kinds.FORMATS.items(), ids=fake_kinds.FORMATS)
def test_near_miss_is_left_alone(kind: str, credential: str) -> None:
    """The first letters of a credential are none, and neither is one inside a longer word."""
    assert found(credential[:14]) == []
    if not credential.startswith("http"):
        assert kind not in [name for name, _ in found("ta7" + credential)]


@pytest.mark.parametrize(("kind", "parts"), STRUCTURED.items(), ids=STRUCTURED)
def test_structure_is_found_whole(kind: str, parts: tuple[str, str, str]) -> None:
    """What the text round it gives away is found with the place of the secret alone."""
    assert found("".join(parts)) == [(kind, parts[1])]


@pytest.mark.parametrize(("kind", "parts"), STRUCTURED.items(), ids=STRUCTURED)
@pytest.mark.parametrize(
    "instead", ["${PASSWORD}", "<password>", "********", "$TOKEN", "{{ token }}", "your_password_here"]
)
def test_structure_round_a_variable_is_left_alone(kind: str, parts: tuple[str, str, str], instead: str) -> None:
    """A variable, a template or a mask in the same place is no credential."""
    assert found(parts[0] + instead + parts[2]) == []


@pytest.mark.parametrize(("kind", "pair"), fake_kinds.NAMED.items(), ids=fake_kinds.NAMED)
@pytest.mark.parametrize(
    "form",
    ["{k}={v}", "{k}: {v}", '"{k}": "{v}"', '\\"{k}\\": \\"{v}\\"', "--{k} {v}", "('{k}', '{v}')", "the {k} is {v}.",
     "- name: {k}\n  value: {v}\n", "<{k}>{v}</{k}>", "?{k}={v}&x=1"],
)  # fmt: skip
def test_key_name_tells(kind: str, pair: tuple[str, str], form: str) -> None:
    """A value without a format is told by the name of its key, in every usual way of writing the two."""
    key, value = pair
    assert found(form.format(k=key, v=value)) == [(kind, value)]


@pytest.mark.parametrize(("kind", "pair"), fake_kinds.NAMED.items(), ids=fake_kinds.NAMED)
def test_key_of_a_value_tells(kind: str, pair: tuple[str, str]) -> None:
    """Likewise where the key stands outside the text; without it the value says nothing."""
    key, value = pair
    assert found(value, key) == [(kind, value)]
    assert found(value) == []
    assert found(value, "request_id") == []


@pytest.mark.parametrize(
    "key",
    ["next_page_token", "max_tokens", "primary_key", "public_key", "cache_key", "token_type", "key", "monkey", "password_policy",
     "api_key_id", "secret_name", "author", "keyboard", "idempotency_key", "csrf_token", "password_hash", "token_url"],
)  # fmt: skip
def test_keys_that_tell_nothing(key: str) -> None:
    """Names that only sound like it."""
    assert found(fake_kinds.drawn(40), key) == []


@pytest.mark.parametrize(
    "value",
    ["", "string", "changeme", "hunter", "<token>", "[your api key]", "${X}", "$X", "{{ x }}", "%X%", "process.env.API_KEY", "os.environ['X']",
     "op://vault/item/field", "arn:aws:secretsmanager:eu-west-1:1:secret:a-B1c2D3", "vault:secret/data/prod#password", "/run/secrets/db_1",
     "https://acme.io/oauth2/token", "ENC[AES256_GCM,data:p6==,iv:Y1==]", "$2b$12$abcdefgHIJ1234", "!vault |", "min 12 characters, 1 digit",
     "customer_order_2024", "sk-...", "xxxxxxxxxxxxxxxx1", "********", "[REDACTED password]", "get_token(api_key1)",
     "projects/acme/secrets/api-key/versions/1",],
)  # fmt: skip
@pytest.mark.parametrize("key", ["password", "api_key", "token", "client_secret"])
def test_values_that_are_none(key: str, value: str) -> None:
    """Placeholders, templates, references to a secret store, cipher texts, digests of passwords, code and words."""
    assert found(value, key) == []
    assert found(f"{key} = {value}\n") == []


@pytest.mark.parametrize("value", ["ListPoliciesV2", "1234567890abcdef1234567890abcdef", "deadbeef" * 4])
def test_values_without_chance(value: str) -> None:
    """A name and a counted value are no drawn ones."""
    assert found(value, "api_key") == []


def test_the_reference_that_only_looks_like_an_azure_key() -> None:
    """The storage emulator's published key is a documentation value."""
    assert (
        scan_text(
            "AccountKey=Eby8vd"
            + "M02xNOcqFlqUwJPLlmEtl"
            + "CDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
        )
        == []
    )


@pytest.mark.parametrize("password", ["a@b1C2d3", "a@b@c1D2", "p:q1R2s3"], ids=repr)
def test_password_with_signs_of_an_address_is_taken_whole(password: str) -> None:
    """Both halves of a password that holds @ or : are one credential, and neither is left by redaction."""
    text = f"postgres://app:{password}@db.acme.io/app"
    assert found(text) == [("postgres_url", password)]
    assert redact_text(text) == "postgres://app:[REDACTED postgres_url]@db.acme.io/app"
