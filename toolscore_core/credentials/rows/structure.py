"""Credentials that the text round them gives away: addresses, headers, commands, signed links."""

import re
from typing import Final

from toolscore_core.credentials.checks import names_a_pair, not_placeholder
from toolscore_core.credentials.kind import Kind
from toolscore_core.credentials.values import is_drawn, is_password, names_no_value

SCHEMES: Final[dict[str, str]] = {
    "postgres": "postgres_url",
    "postgresql": "postgres_url",
    "mysql": "mysql_url",
    "mariadb": "mysql_url",
    "mongodb": "mongodb_url",
    "redis": "redis_url",
    "rediss": "redis_url",
    "amqp": "amqp_url",
    "amqps": "amqp_url",
    "ftp": "ftp_url_credentials",
    "ftps": "ftp_url_credentials",
    "sftp": "ftp_url_credentials",
}
"""Scheme of an address -> kind of the password in it; any other is `http_url_credentials`."""

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9]{1,20})(?:[+.][A-Za-z0-9.+-]{1,24})?\Z")
_USUAL: Final = frozenset(
    {"postgres", "root", "admin", "guest", "user", "username", "password", "pass", "passwd", "secret", "test"}
)


def _kind_of_address(before: str) -> str:
    scheme = _SCHEME.search(before)
    return SCHEMES.get(scheme[1].lower() if scheme else "", "http_url_credentials")


def _is_password_of_address(match: "re.Match[str]") -> bool:
    user, password = match[1], match[2]
    if password.lower() in _USUAL or password == user or not password.strip("*xX."):
        return False
    return len(password) >= 3 and not names_no_value(password) and not password.startswith(("$", "{", "<", "["))


def _is_drawn(credential: str) -> bool:
    return is_drawn(credential, uuid=True) and not names_no_value(credential)


def _is_password(credential: str) -> bool:
    return is_password(credential) and not names_no_value(credential)


def _is_signed_link(match: "re.Match[str]") -> bool:
    """Whether the other parameters of a shared access signature stand near."""
    near = match.string[max(0, match.start() - 400) : match.end() + 400]
    return "sv=" in near or ("se=" in near and "sr=" in near)


def _is_pair(match: "re.Match[str]") -> bool:
    return (is_password(match[1]) or is_drawn(match[1])) and not names_no_value(match[1])


def _names_a_value(match: "re.Match[str]") -> bool:
    return not names_no_value(match[1])


KINDS: Final[tuple[Kind, ...]] = (
    Kind(
        name="http_url_credentials",
        literals=("://",),
        pattern=re.compile(r"://([^\s:/?#\"'<>\\{}]{0,100}):([^\s/?#\"'<>\\]{1,256})@(?=[A-Za-z0-9\[_-])"),
        group=2,
        checks=(),
        accept=_is_password_of_address,
        rename=_kind_of_address,
        token=False,
        why="The last @ before the path ends the password, which may hold others.",
        source="RFC 3986, 3.2.1",
    ),
    Kind(
        name="http_url_credentials",
        literals=("://",),
        pattern=re.compile(
            r"://([^\s:/?#\"'<>\\{}]{1,100}):([^\s\"'<>\\@]{1,100})@(?=[A-Za-z0-9.-]{2,80}(?::[0-9]{2,5})?/)"
        ),
        group=2,
        before=re.compile(r"(?i:postgres|postgresql|mysql|mariadb|mongodb|rediss?|amqps?)(?:\+[a-z0-9]{1,20})?\Z"),
        checks=(),
        accept=_is_password_of_address,
        rename=_kind_of_address,
        token=False,
        why="Passwords of databases are often written with / ? or # as they are.",
        source="RFC 3986, 3.2.1",
    ),
    Kind(
        name="bearer_token",
        literals=("bearer",),
        pattern=re.compile(r"(?i:bearer)(?:\s{1,2}|%20|\+|:\s?)\\{0,3}[\"']?([A-Za-z0-9._~+/-]{16,}={0,2})"),
        group=1,
        checks=(_is_drawn,),
        folded=True,
        why="Whatever stands there opens the door; words and variables do not.",
        source="RFC 6750",
    ),
    Kind(
        name="basic_auth_header",
        literals=("basic",),
        pattern=re.compile(r"(?i:basic)(?:\s{1,2}|%20)([A-Za-z0-9+/_-]{8,}={0,2})"),
        group=1,
        checks=(names_a_pair,),
        folded=True,
        why="User and password in base64.",
        source="RFC 7617",
    ),
    Kind(
        name="azure_sas_token",
        literals=("sig=",),
        pattern=re.compile(r"(?i:sig)=((?:[A-Za-z0-9+/_-]|%2[BbFf]|%3[Dd]){40,120}={0,2})"),
        group=1,
        checks=(not_placeholder,),
        accept=_is_signed_link,
        folded=True,
        why="The signature of a link, between its other parameters.",
        source="https://learn.microsoft.com/rest/api/storageservices/create-service-sas",
    ),
    Kind(
        name="curl_user_password",
        literals=(" -u", " --user"),
        pattern=re.compile(
            r" (?:-u|--user|--proxy-user)[ =]{0,2}\\{0,3}[\"']?[A-Za-z0-9_.@%+-]{1,80}:([^\s\"'\\]{3,200})"
        ),
        group=1,
        checks=(),
        accept=_is_pair,
        token=False,
        why="curl, wget and others take user:password.",
        source="https://curl.se/docs/manpage.html#-u",
    ),
    Kind(
        name="password",
        literals=(" -p",),
        pattern=re.compile(r" -p ?\\{0,3}[\"']?([^\s\"'\\]{6,200})"),
        before=re.compile(r"(?:mysql\w*|mariadb\w*|mongosh?|sshpass|docker login|redis-cli)\b[^|;&\n]{0,56}\Z"),
        group=1,
        checks=(_is_password,),
        token=False,
        why="The short option of these commands is a password.",
        source="https://dev.mysql.com/doc/refman/8.4/en/connecting.html",
    ),
    Kind(
        name="password",
        literals=("password '", "identified by '"),
        pattern=re.compile(r"(?i:password|identified by) '([^'\s]{6,200})'"),
        group=1,
        checks=(_is_password,),
        folded=True,
        why="Statements that make a user of a database.",
        source="https://www.postgresql.org/docs/current/sql-createrole.html",
    ),
    Kind(
        name="netrc_password",
        literals=("machine ",),
        pattern=re.compile(
            r"machine\s{1,8}\S{1,120}\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8}([^\s\"']{3,200})"
        ),
        group=1,
        checks=(),
        accept=_names_a_value,
        token=False,
        why="A file of words without signs between them.",
        source="https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html",
    ),
    Kind(
        name="session_cookie",
        literals=("cookie:", "cookie=", 'cookie"', "cookie'"),
        pattern=re.compile(
            r"(?i:cookie)\\{0,3}[\"']?\s{0,2}[:=]\s{0,2}\\{0,3}[\"']?(?:[^=;\s\"'\\]{1,60}=[^;\s\"'\\]{0,200};\s?){0,8}"
            r"(?i:[\w.-]{0,30}(?:sess(?:ion)?|sid|auth|token|jwt)[\w.-]{0,20})=([^;,\s\"'\\]{16,2000})"
        ),
        group=1,
        checks=(_is_drawn,),
        folded=True,
        why="Whoever has the cookie of a session is signed in.",
        source="RFC 6265, 8.4",
    ),
)
