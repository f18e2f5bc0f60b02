"""The name of a key -> what its value would be: a password, a key or token, one provider's key, or nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from toolscore_core.credentials.checks import names_a_pair, not_placeholder, varied
from toolscore_core.credentials.values import is_drawn, is_password, names_no_value


@dataclass(frozen=True, slots=True)
class Named:
    """One row of the table of kinds that only a key name gives away.

    Attributes:
        name: Name in findings.
        key: What the words of the key, in lower case with one space between them, must hold.
        value: What the value must be.
        why: Why it needs its key.
        source: Where it is published.
    """

    name: str
    key: "re.Pattern[str]"
    value: Callable[[str], bool]
    why: str
    source: str


def _shaped(pattern: str) -> Callable[[str], bool]:
    whole = re.compile(pattern)
    return lambda value: whole.fullmatch(value) is not None and varied(value) and not_placeholder(value)


_HEX32, _HEX40 = _shaped("[0-9a-f]{32}"), _shaped("[0-9a-f]{40}")
_DIGITS: Final = "Digits and letters like any other; the provider gave it no mark."

NAMED: Final[tuple[Named, ...]] = (
    Named(
        "aws_secret_access_key",
        re.compile(r"secret access key|aws secret|\bsecret key\b|sk aws"),
        _shaped("[A-Za-z0-9/+]{40}"),
        "40 of base64.",
        "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html",
    ),
    Named(
        "aws_session_token",
        re.compile(r"(?:session|security) token"),
        _shaped(r"[A-Za-z0-9/+=]{100,4000}"),
        "Long base64.",
        "https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html",
    ),
    Named(
        "azure_storage_key",
        re.compile(r"account key|storage (?:account )?(?:access )?key"),
        _shaped("[A-Za-z0-9/+]{86}=="),
        "64 bytes.",
        "https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage",
    ),
    Named(
        "azure_servicebus_key",
        re.compile(r"shared access key|service ?bus|event ?hub"),
        _shaped("[A-Za-z0-9/+]{43}="),
        "32 bytes.",
        "https://learn.microsoft.com/azure/service-bus-messaging/service-bus-sas",
    ),
    Named(
        "datadog_api_key",
        re.compile(r"(?:datadog|\bdd)\b.*\bapi"),
        _HEX32,
        _DIGITS,
        "https://docs.datadoghq.com/account_management/api-app-keys/",
    ),
    Named(
        "datadog_app_key",
        re.compile(r"(?:datadog|\bdd)\b.*\bapp"),
        _HEX40,
        _DIGITS,
        "https://docs.datadoghq.com/account_management/api-app-keys/",
    ),
    Named(
        "twilio_auth_token",
        re.compile(r"twilio.*(?:token|secret)"),
        _HEX32,
        _DIGITS,
        "https://www.twilio.com/docs/iam/api",
    ),
    Named(
        "mistral_api_key", re.compile("mistral.*key"), _shaped("[A-Za-z0-9]{32}"), _DIGITS, "https://docs.mistral.ai"
    ),
    Named(
        "cohere_api_key",
        re.compile(r"(?:cohere|\bco)\b.*key"),
        _shaped("[A-Za-z0-9]{40}"),
        _DIGITS,
        "https://docs.cohere.com",
    ),
    Named(
        "heroku_api_key",
        re.compile("heroku"),
        _shaped("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
        "A UUID.",
        "https://devcenter.heroku.com/articles/platform-api-reference",
    ),
    Named(
        "deepseek_api_key",
        re.compile("deepseek"),
        _shaped("sk-[0-9a-f]{32}"),
        "OpenAI's older form with fewer letters.",
        "https://api-docs.deepseek.com",
    ),
    Named(
        "together_api_key", re.compile("together.*key"), _shaped("[0-9a-f]{64}"), _DIGITS, "https://docs.together.ai"
    ),
    Named("elevenlabs_api_key", re.compile(r"eleven ?labs"), _HEX32, _DIGITS, "https://elevenlabs.io/docs"),
    Named("assemblyai_api_key", re.compile("assembly"), _HEX32, _DIGITS, "https://www.assemblyai.com/docs"),
    Named("deepgram_api_key", re.compile("deepgram"), _HEX40, _DIGITS, "https://developers.deepgram.com"),
    Named(
        "azure_openai_key",
        re.compile(r"azure.*(?:openai|cognitive|search).*key"),
        _shaped("[0-9a-f]{32}|[A-Za-z0-9]{52,84}"),
        _DIGITS,
        "https://learn.microsoft.com/azure/ai-services/",
    ),
    Named("weights_and_biases_key", re.compile("wandb|weights biases"), _HEX40, _DIGITS, "https://docs.wandb.ai"),
    Named(
        "cloudflare_api_token",
        re.compile(r"cloudflare|\bcf\b"),
        _shaped("[A-Za-z0-9_-]{40}|[0-9a-f]{37}"),
        _DIGITS,
        "https://developers.cloudflare.com/fundamentals/api/",
    ),
    Named(
        "fastly_api_token",
        re.compile("fastly"),
        _shaped("[A-Za-z0-9_-]{32}"),
        _DIGITS,
        "https://www.fastly.com/documentation/reference/api/auth-tokens/",
    ),
    Named(
        "okta_api_token",
        re.compile("okta"),
        _shaped("00[A-Za-z0-9_-]{40}"),
        _DIGITS,
        "https://developer.okta.com/docs/guides/create-an-api-token/",
    ),
    Named(
        "algolia_api_key",
        re.compile("algolia.*(?:admin|write|api)"),
        _HEX32,
        _DIGITS,
        "https://www.algolia.com/doc/guides/security/api-keys/",
    ),
    Named(
        "pagerduty_key",
        re.compile("pager ?duty|\bpd\b"),
        _shaped("[A-Za-z0-9_+-]{20}|[0-9a-f]{32}"),
        _DIGITS,
        "https://developer.pagerduty.com/docs/authentication",
    ),
    Named(
        "mailgun_api_key",
        re.compile("mailgun"),
        _shaped("[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}"),
        "The newer form.",
        "https://documentation.mailgun.com",
    ),
    Named(
        "bitbucket_client_secret",
        re.compile("bitbucket.*secret"),
        _shaped("[A-Za-z0-9]{32}"),
        _DIGITS,
        "https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/",
    ),
    Named(
        "discord_client_secret",
        re.compile("discord.*secret"),
        _shaped("[A-Za-z0-9_-]{32}"),
        _DIGITS,
        "https://discord.com/developers/docs/topics/oauth2",
    ),
    Named(
        "asana_token",
        re.compile("asana"),
        _shaped("[0-9]/[0-9]{12,18}(?:/[0-9]{12,18})?:[0-9a-f]{32}"),
        "Account and secret.",
        "https://developers.asana.com/docs/personal-access-token",
    ),
    Named(
        "docker_auth",
        re.compile(r"\bauth\b"),
        names_a_pair,
        "User and password in base64.",
        "https://docs.docker.com/reference/cli/docker/login/",
    ),
)
"""Kinds of one provider that need their key name, in order of precedence; the general ones come after."""

_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_DECORATION: Final = frozenset(
    [
        "old",
        "new",
        "current",
        "value",
        "val",
        "b64",
        "base64",
        "prod",
        "production",
        "dev",
        "test",
        "live",
        "staging",
        "plain",
        "plaintext",
        "text",
        "str",
        "string",
        "field",
        "input",
        "box",
        "textbox",
        "confirmation",
        "confirm",
        "repeat",
        "again",
        "raw",
        "encoded",
        "env",
        "var",
        "default",
    ]
)
_PASSWORD: Final = re.compile(
    r"(?:password|passwd|passphrase|passcode|pwd|passwort|psw|userpass|dbpass|sshpass|(?:^| )pass|requirepass|masterauth)\Z"
)
_NOT_PASSWORD: Final = re.compile(
    r"\b(?:no|forgot|reset|use|has|is|show|hide|require|with|hash(?:ed)?|encrypted)\b.* ?pass|^(?:hash(?:ed)?|encrypted) "
)
_SURE: Final = re.compile(
    r"(?:api|secret|access|auth|app|application|signing|encryption|master|service|account|storage|subscription|admin|private"
    r"|license|deploy|function|webhook|session|hmac|jwt|api secret|consumer|org|server|write|host|root|shared access|secret access"
    r"|role|ingest|integration) ?keys?\Z"
    r"|(?:access|auth|refresh|bearer|session|security|service|bot|user|api|deploy|personal access|oauth|secret|id|registry|login|github|gitlab"
    r"|gh|npm|hf|slack|jira|bearer|x auth|jwt|pat|webhook|verification|account|admin|app|client|consumer|ci|vault|consul|nomad|root|server) ?tokens?\Z"
    r"|(?:client|app|consumer|shared|api|webhook|signing|jwt|cookie|session|oauth|auth|token|access|hmac|encryption|key|master|django|flask"
    r"|nextauth|better auth|root|user|secret) ?secrets?\Z"
    r"|secret key base\Z|access key secret\Z|apikey\Z|api key\Z|authtoken\Z|(?:^| )authorization\Z|x api key\Z|(?:^| )credentials?\Z|\bpat\Z"
)
_DOUBTFUL: Final = re.compile(
    r"(?:^| )(?:secret|token|auth|creds?|bearer|jwt|pat|key token|signature key)s?\Z|tokens?\Z|secrets?\Z|\w key\Z|apikeys?\Z"
)
_NEVER: Final = re.compile(
    r"\b(?:page|next|continuation|sync|cursor|resume|pad|eos|bos|unk|sep|cls|mask|stop|start|max|min|csrf|xsrf|request|public|first|last|special"
    r"|image|prev|previous|change|watermark|input|output|prompt|completion|total|cached|reasoning|num|n|count|new line|idempotency|nonce) tokens?\Z"
    r"|\b(?:public|primary|foreign|cache|sort|partition|object|publishable|site|anon|ssh|host|routing|translation|s3|s 3|idempotency|row|hash|map"
    r"|dict|json|unique|composite|group|lookup|index|range|hot|short ?cut|registry|pub|verifying|verify|recaptcha site|locale|message|i18n|config"
    r"|press|issue|project|track|event|metric|feature|shard|bucket|natural|join|record|entity|parent|child|label|setting|state|signature|search) keys?\Z"
    r"|secret (?:name|id|arn|version|path|ref|store)\Z|token (?:type|count|limit|budget|name|url|uri|endpoint|id|expiry|usage)\Z"
)


@dataclass(frozen=True, slots=True)
class KeyMeaning:
    """What a key says about its value.

    Attributes:
        words: The key's words in lower case, one space between them.
        password: Whether it says password.
        sure: Whether it leaves no doubt, so that a UUID counts.
        rows: Rows of single providers that its words fit.
    """

    words: str
    password: bool
    sure: bool
    rows: tuple[Named, ...]

    def kind_of(self, value: str) -> str | None:
        """Kind of the credential that the value is under this key; None when it is none."""
        for row in self.rows:
            if row.value(value):
                return row.name
        if names_no_value(value):
            return None
        if self.password:
            return "password" if is_password(value) or is_drawn(value) else None
        if is_drawn(value, uuid=self.sure):
            return "bearer_token" if self.words.endswith("authorization") else "generic_api_key"
        return None


_LONGEST_KEY: Final = 80


@lru_cache(maxsize=8192)
def meaning_of(key: str) -> KeyMeaning | None:
    """What a key says about its value; None when it says nothing of a credential."""
    if len(key) > _LONGEST_KEY:
        return None
    found = [word.lower() for word in _WORDS.findall(key)]
    while len(found) > 1 and (found[-1] in _DECORATION or found[-1].isdigit()):
        found.pop()
    words = " ".join(found)
    rows = tuple(row for row in NAMED if row.key.search(words) and _is_secret(row, words))
    password = _PASSWORD.search(words) is not None and _NOT_PASSWORD.search(words) is None
    never = _NEVER.search(words) is not None
    sure = not never and _SURE.search(words) is not None
    doubtful = not never and _DOUBTFUL.search(words) is not None and words != "key"
    if not (password or sure or doubtful):
        return None
    return KeyMeaning(words, password, sure, rows)


COOKIE: Final = "cookie: "
"""What stands before cookies in a header; a key that begins so is the name of one cookie, with its sign."""


def cookie_before(key: str) -> str:
    """What is to be thought before a value under a key that says cookie, so that it reads as a header; "" for any other."""
    if key.startswith(COOKIE):
        return key
    return COOKIE if key[-7:].lower().removesuffix("s").endswith("cookie") else ""


@lru_cache(maxsize=8192)
def _says_something(key: str) -> bool:
    return meaning_of(key) is not None or cookie_before(key) != ""


def speaks(key: str) -> bool:
    """Whether a key says that its value may be a credential, or holds cookies."""
    return _says_something(key) if len(key) <= _LONGEST_KEY else cookie_before(key) != ""


def _is_secret(row: Named, words: str) -> bool:
    return row.name == "docker_auth" or re.search(r"key|token|secret|pass|credential", words) is not None
