"""The value of a key -> whether it is a credential: no placeholder, no reference, no code, no word, no identifier."""

import re
from itertools import pairwise
from typing import Final

from toolscore_core.credentials.checks import entropy

SHORTEST_PASSWORD: Final = 6
"""Characters of the shortest password that is told from a word."""

_SHORTEST_SECRET: Final = 16
_LONGEST: Final = 8192
_LEAST_ENTROPY: Final = 2.9
"""Bits a character of a drawn value of 16 or more; 16 drawn hexadecimal digits seldom lie below."""

_TEMPLATE: Final = re.compile(r"[$#]\{|\{\{|\$\(|<%|%\(|@@|%[A-Za-z_]+%|\.\.\.|…|\*{3}|[xX]{4}|\[REDACTED")
_SAYS_SO: Final = re.compile(
    r"redacted|filtered|masked|placeholder|example|change[_-]?(?:me|this|it)|replace[_-]?(?:me|this|with)|dummy"
    r"|insert[_-]|todo|fixme|foobar|(?:^|[^a-z])your[_-]?|[_-]here\b|not[_-]?set|undefined|truncated|sample"
)
_WHOLE: Final = re.compile(
    r"[<\[{(].*[>\]})]|\$\w+|%\w+%|__\w+__|:\w+|\?|-+|_+|0+|(.)\1{3,}.{0,4}|(?:0?123456789?0?)+\w{0,3}"
    r"|(?i:(?:my|the|some|a|test|new|old|super|fake|user|db|admin|root)?[_-]?(?:p[a@]ss(?:w[o0]rd|wd|phrase)?|pwd|secret|token|key"
    r"|credentials?|api[_-]?key)[_-]?\d{0,4}!?|none|null|nil|true|false|yes|no|on|off|str|string|text|bytes|any|object|required"
    r"|optional|hidden|empty|default|unknown|n/?a|test(?:ing)?\d{0,4}|qwerty|abc123|hello\w*|foo|bar|baz|bearer|basic|oauth2?)",
    re.DOTALL,
)
_REFERENCE: Final = re.compile(
    r"(?i:op|vault|env|file|ssm|sops|keyring|secret|secrets|kms|aws-?sm|gcp-?sm|gcpsecretmanager|awssecretsmanager|azurekeyvault"
    r"|keyvault|akv|doppler|bws|infisical|ref\+\w+|conjur|lastpass|1password|bitwarden|pass|chamber|berglas|credstash"
    r"|projects|https?|wss?|s3|gs|data|urn)(?:://|:[A-Za-z/_]|/[\w-]+/)"
    r"|arn:|[.~]{0,2}/[\w.@-]+(?:/|\Z)|[A-Za-z]:\\|\\\\"
    r"|(?:var|local|module|data|secrets?|vars|env|self|this|process|os|config|settings|options|opts|params|props|args|kwargs|ctx|context"
    r"|request|req|session|state|app|import\.meta|cfg|conf|creds?|user|auth|client|response|res|event|each)\.\w"
    r"|!\w|@Microsoft\.KeyVault|CREATE_|secretKeyRef|valueFrom"
)
_CIPHER: Final = re.compile(
    r"ENC\[|ENC\(|enc:|vault:v\d+:|\$ANSIBLE_VAULT|\$2[abxy]?\$|\$argon2|\$[156y]\$|\$scrypt|\$pbkdf2|pbkdf2[_:]|scrypt:|argon2"
    r"|\{S?SHA|\{crypt\}|bcrypt|sha(?:1|256|384|512)[:$-]|md5[:$]|SCRAM-SHA|age-encryption|AQICAH|AgA[A-Za-z0-9+/]{200}|AgB[A-Za-z0-9+/]{200}"
    r"|Eby8vdM02xNOcqFl|ssh-(?:rsa|ed25519|dss) |ecdsa-sha2|AAAA[BCE]3Nza|-----BEGIN (?!.{0,30}PRIVATE)|pk_(?:live|test)_|pk-lf-|sb_publishable_|phc_"
)
_CODE: Final = re.compile(
    r"[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+|[A-Za-z_]\w*\(.*|.*[=!<>]=[^=\s].*|lambda\b.*|await\b.*", re.DOTALL
)
_UUID: Final = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_COUNTED: Final = re.compile(r"12345678|abcdefgh|(?:deadbeef){2}|(..)\1{4}")
_WORDS: Final = re.compile(r"[A-Za-z]{1,40}[0-9]{0,4}|[0-9]{1,14}|v[0-9]+|")
_SEPARATOR: Final = re.compile(r"[-_./:\s,;+@|]+")
_SECRET: Final = re.compile(r"[A-Za-z0-9+/=_.~!@#$%^&*:-]+")
_BRACKETED: Final = re.compile(r"[a-z0-9!@#$%^&*(_=+)-]{50}")
"""Alphabet and length of Django's secret keys, the only ones that hold brackets."""
_SPECIAL: Final = re.compile(r"[^A-Za-z0-9\s_.,:/-]")
_CLASSES: Final = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"), _SPECIAL)


def names_no_value(value: str) -> bool:
    """Whether it stands for a value: empty, a placeholder, a template, a masked text, a reference, code or a cipher text."""
    return (
        not value
        or len(value) > _LONGEST
        or _TEMPLATE.search(value, 0, 256) is not None
        or _SAYS_SO.search(value[:256].lower()) is not None
        or _WHOLE.fullmatch(value, 0, 256) is not None
        or _REFERENCE.match(value) is not None
        or _CIPHER.match(value) is not None
    )


def is_uuid(value: str) -> bool:
    """Whether it is a UUID."""
    return _UUID.fullmatch(value) is not None


def _reads_as_words(value: str) -> bool:
    """Whether every part of it is a word, a word with a short number, or a number."""
    return all(_WORDS.fullmatch(part) is not None for part in _SEPARATOR.split(value))


def is_password(value: str) -> bool:
    """Whether a value that is no placeholder is a password where its key says so: 6 or more of two kinds, no words."""
    if len(value) < SHORTEST_PASSWORD or any(map(str.isspace, value)):
        return False
    kinds = sum(kind.search(value) is not None for kind in _CLASSES)
    if kinds < 2 or _CODE.fullmatch(value) is not None:
        return False
    if kinds > 2 or _SPECIAL.search(value) or value[0].isdigit():
        return True
    return _is_restless(value) or not (value.isalpha() or _reads_as_options(value))


def _reads_as_options(value: str) -> bool:
    """Whether it is words joined by dashes or underscores, as an option or an identifier is."""
    return len(_SEPARATOR.split(value)) > 1 and _reads_as_words(value)


def _is_restless(value: str) -> bool:
    """Whether its letters change case as drawn ones do, not as words written together."""
    letters = [letter.isupper() for letter in value if letter.isalpha()]
    changes = sum(one is not other for one, other in pairwise(letters))
    return changes * 3 >= len(letters) > 0 and any(one and other for one, other in pairwise(letters))


def is_drawn(value: str, *, uuid: bool = False) -> bool:
    """Whether a value that is no placeholder looks drawn: 16 or more letters and digits without order.

    Args:
        value: The value.
        uuid: Whether a UUID counts as one: it does where the key leaves no doubt.
    """
    if len(value) < _SHORTEST_SECRET or not (_SECRET.fullmatch(value) or _BRACKETED.fullmatch(value)):
        return False
    if is_uuid(value):
        return uuid
    if _COUNTED.search(value) is not None:
        return False
    if not (re.search("[0-9]", value) and re.search("[A-Za-z]", value)):
        return value.isalpha() and _is_restless(value)
    return not _reads_as_words(value) and _CODE.fullmatch(value) is None and entropy(value[:128]) >= _LEAST_ENTROPY
