"""Credentials of code hosts, package registries, builds and developer tools."""

from typing import Final

from toolscore_core.credentials.checks import decoded, has_digit, mixed, varied
from toolscore_core.credentials.kind import Kind, prefixed


def _names_its_registry(token: str) -> bool:
    """A macaroon whose first packet names where it is valid."""
    raw = decoded(token[5 : 5 + 20])
    return raw is not None and b"pypi" in raw


_GITLAB: Final = "https://docs.gitlab.com/security/tokens/#token-prefixes"

KINDS: Final[tuple[Kind, ...]] = (
    prefixed(
        "gitlab_pat_routable",
        ("glpat-", "glrt-", "gldt-", "glcbt-"),
        r"[A-Za-z0-9_-]{27,300}\.[0-9a-z]{2}(?:\.[0-9a-z]{9}|[0-9a-z]{7})(?![A-Za-z0-9])",
        "Payload, length and CRC-32.",
        "https://docs.gitlab.com/security/tokens/",
    ),
    prefixed(
        "gitlab_pat",
        (
            "glpat-",
            "glptt-",
            "gldt-",
            "glrt-",
            "glft-",
            "glsoat-",
            "glffct-",
            "glimt-",
            "glagent-",
            "gloas-",
            "glcbt-",
            "GR1348941",
        ),
        r"[A-Za-z0-9_-]{20,64}(?![A-Za-z0-9_-])",
        "Personal, trigger, deploy, runner and further tokens: 20 or more after the prefix.",
        _GITLAB,
        varied,
    ),
    prefixed(
        "npm_token",
        "npm_",
        r"[A-Za-z0-9]{36}(?![A-Za-z0-9])",
        "30 and a checksum of six.",
        "https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/",
    ),
    prefixed(
        "pypi_token",
        "pypi-",
        r"AgE[A-Za-z0-9_-]{50,}",
        "A macaroon in base64.",
        "https://pypi.org/help/#apitoken",
        _names_its_registry,
    ),
    prefixed(
        "rubygems_api_key",
        "rubygems_",
        r"[0-9a-f]{48}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://guides.rubygems.org/api-key-scopes/",
    ),
    prefixed(
        "docker_hub_pat",
        ("dckr_pat_", "dckr_oat_"),
        r"[A-Za-z0-9_-]{27,32}(?![A-Za-z0-9_-])",
        "27, or 32 of an organisation.",
        "https://docs.docker.com/security/access-tokens/",
    ),
    prefixed(
        "atlassian_api_token",
        ("ATATT3xFf", "ATCTT3xFf", "ATBB"),
        r"[A-Za-z0-9_=-]{20,}",
        "Ends in = and a CRC-32.",
        "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
        mixed,
        varied,
    ),
    prefixed(
        "postman_api_key",
        "PMAK-",
        r"[0-9a-f]{24}-[0-9a-f]{34}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://learning.postman.com/docs/developer/postman-api/authentication/",
    ),
    prefixed(
        "linear_api_key",
        ("lin_api_", "lin_oauth_"),
        r"[A-Za-z0-9]{40,64}(?![A-Za-z0-9])",
        "40 or more.",
        "https://linear.app/developers/graphql",
        has_digit,
    ),
    prefixed(
        "figma_token",
        ("figd_", "figu_", "figo_"),
        r"[A-Za-z0-9_-]{38,44}(?![A-Za-z0-9_-])",
        "40 today.",
        "https://developers.figma.com/docs/rest-api/authentication/",
        mixed,
    ),
    prefixed(
        "circleci_token",
        ("CCIPAT_", "CCIPRJ_"),
        r"[A-Za-z0-9]{20,24}_[0-9a-f]{40}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://circleci.com/docs/managing-api-tokens/",
    ),
    prefixed(
        "buildkite_token",
        ("bkua_", "bkaa_", "bkct_", "bkpat_", "bkar_", "bkaj_"),
        r"[A-Za-z0-9_-]{40,340}",
        "40 or more.",
        "https://buildkite.com/docs/platform/security/tokens",
        has_digit,
    ),
    prefixed(
        "crates_token",
        "cio",
        r"[A-Za-z0-9]{32}(?![A-Za-z0-9])",
        "35 in all.",
        "https://doc.rust-lang.org/cargo/reference/registry-authentication.html",
        mixed,
    ),
    prefixed(
        "clojars_token",
        "CLOJARS_",
        r"[0-9a-f]{60}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens",
    ),
    prefixed(
        "nuget_api_key",
        "oy2",
        r"[a-z0-9]{43}(?![A-Za-z0-9])",
        "46 in all.",
        "https://learn.microsoft.com/nuget/nuget-org/scoped-api-keys",
        has_digit,
        varied,
    ),
    prefixed(
        "jfrog_token",
        ("AKCp", "cmVmdGtuO"),
        r"[A-Za-z0-9]{50,75}(?![A-Za-z0-9])",
        "API keys and reference tokens.",
        "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens",
        mixed,
    ),
    prefixed(
        "cloudsmith_api_key",
        "csa_",
        r"[0-9a-f]{30}[A-Za-z0-9]{6}(?![A-Za-z0-9])",
        "With a checksum of six.",
        "https://docs.cloudsmith.com",
        has_digit,
    ),
    prefixed(
        "sonarqube_token",
        ("sqp_", "squ_", "sqa_"),
        r"[0-9a-f]{40}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/",
        has_digit,
    ),
    prefixed(
        "snyk_token",
        ("snyk_uat.", "snyk_sat."),
        r"[0-9a-f]{8}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
        "Id, payload and signature.",
        "https://docs.snyk.io/snyk-api/authentication-for-api",
    ),
    prefixed(
        "octopus_api_key",
        "API-",
        r"[A-Z0-9]{25,32}(?![A-Za-z0-9])",
        "Capitals.",
        "https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key",
        has_digit,
        varied,
    ),
    prefixed(
        "gitea_token",
        "gta_",
        r"[0-9a-f]{40}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://docs.gitea.com/development/api-usage",
        has_digit,
    ),
    prefixed(
        "harness_token",
        ("pat.", "sat."),
        r"[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}(?![A-Za-z0-9])",
        "Account, id and secret.",
        "https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/",
    ),
    prefixed(
        "launchdarkly_key",
        ("sdk-", "api-", "mob-"),
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![A-Za-z0-9-])",
        "A UUID of version 4.",
        "https://launchdarkly.com/docs/home/account/api",
    ),
    prefixed(
        "prefect_api_key",
        ("pnu_", "pnb_"),
        r"[A-Za-z0-9]{36}(?![A-Za-z0-9])",
        "36.",
        "https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys",
        mixed,
    ),
    prefixed(
        "readme_api_key",
        "rdme_",
        r"[a-z0-9]{70}(?![A-Za-z0-9])",
        "70.",
        "https://docs.readme.com/main/reference/intro/authentication",
        has_digit,
    ),
)
