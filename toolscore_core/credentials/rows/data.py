"""Credentials of databases, data platforms, analytics and observability, and signed tokens."""

import re
from typing import Final

from toolscore_core.credentials.checks import has_digit, holds_json, mixed, not_placeholder, varied
from toolscore_core.credentials.kind import START, Kind, prefixed


def _has_a_head(token: str) -> bool:
    """Whether the first part is base64 of a JSON object."""
    return holds_json(token.partition(".")[0])


KINDS: Final[tuple[Kind, ...]] = (
    prefixed(
        "databricks_token",
        ("dapi", "dose", "dkea"),
        r"[0-9a-f]{32}(?:-[0-9]{1,2})?(?![A-Za-z0-9])",
        "Hexadecimal, with a number for a rotated one.",
        "https://docs.databricks.com/aws/en/dev-tools/auth/pat",
        varied,
    ),
    prefixed(
        "newrelic_user_key",
        ("NRAK-", "NRIK-", "NRII-", "NRAA-", "NRRA-"),
        r"[A-Za-z0-9_-]{27,32}(?![A-Za-z0-9_-])",
        "User and insert keys; NRJS- is made for browsers.",
        "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    ),
    Kind(
        name="newrelic_license_key",
        literals=("NRAL",),
        pattern=re.compile(r"NRAL(?![A-Za-z0-9])"),
        before=re.compile(START + r"(?:eu01xx)?[0-9a-f]{30,36}F{0,4}\Z"),
        joined=True,
        token=False,
        why="40 in all, ends in NRAL.",
        source="https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/",
    ),
    prefixed(
        "supabase_access_token",
        "sbp_",
        r"(?:v0_)?[0-9a-f]{40}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://supabase.com/docs/reference/api/introduction",
    ),
    prefixed(
        "supabase_secret_key",
        "sb_secret_",
        r"[A-Za-z0-9_-]{30,40}(?![A-Za-z0-9_-])",
        "sb_publishable_ is public.",
        "https://supabase.com/docs/guides/api/api-keys",
        mixed,
    ),
    prefixed(
        "planetscale_token",
        ("pscale_tkn_", "pscale_oauth_", "pscale_pw_"),
        r"[A-Za-z0-9_=.-]{32,64}(?![A-Za-z0-9])",
        "Tokens and passwords.",
        "https://planetscale.com/docs/api/reference/service-tokens",
        mixed,
    ),
    prefixed(
        "sentry_user_token",
        "sntryu_",
        r"[0-9a-f]{64}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://docs.sentry.io/account/auth-tokens/",
    ),
    prefixed(
        "sentry_org_token",
        "sntrys_",
        r"eyJ[A-Za-z0-9+/=_-]{50,}",
        "Names its organisation in JSON.",
        "https://docs.sentry.io/account/auth-tokens/",
    ),
    prefixed(
        "posthog_personal_key",
        ("phx_", "phs_"),
        r"[A-Za-z0-9_-]{40,60}(?![A-Za-z0-9_-])",
        "phc_ is a public project key.",
        "https://posthog.com/docs/api",
        mixed,
    ),
    prefixed(
        "mongodb_atlas_secret",
        "mdb_sa_sk_",
        r"[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])",
        "40.",
        "https://www.mongodb.com/docs/atlas/api/service-accounts-overview/",
        mixed,
    ),
    prefixed(
        "neon_api_key",
        "napi_",
        r"[a-z0-9]{64}(?![A-Za-z0-9])",
        "64.",
        "https://neon.com/docs/manage/api-keys",
        has_digit,
    ),
    prefixed(
        "cockroachdb_api_key",
        "CCDB1_",
        r"[A-Za-z0-9]{22}_[A-Za-z0-9]{40}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://www.cockroachlabs.com/docs/cockroachcloud/managing-access",
    ),
    prefixed(
        "clickhouse_cloud_key",
        "4b1d",
        r"[A-Za-z0-9]{38}(?![A-Za-z0-9])",
        "42 in all.",
        "https://clickhouse.com/docs/cloud/manage/openapi",
        mixed,
    ),
    prefixed(
        "astra_token",
        "AstraCS:",
        r"[A-Za-z0-9]{20,30}:[0-9a-f]{64}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html",
    ),
    prefixed(
        "elastic_cloud_key",
        "essu_",
        r"[A-Za-z0-9_-]{60,200}={0,2}",
        "Id and secret in base64.",
        "https://www.elastic.co/docs/deploy-manage/api-keys",
        mixed,
    ),
    prefixed(
        "prisma_api_key",
        ("prisma+postgres://accelerate.prisma-data.net/?api_key=",),
        r"[A-Za-z0-9_.-]{40,}",
        "The whole access stands in the address.",
        "https://www.prisma.io/docs/accelerate",
    ),
    prefixed(
        "datadog_pat",
        ("ddpat_", "ddsat_"),
        r"[A-Za-z0-9_-]{40,80}",
        "Personal and service tokens.",
        "https://docs.datadoghq.com/account_management/personal-access-tokens/",
        mixed,
    ),
    prefixed(
        "honeycomb_key",
        ("hcaik_", "hcbik_", "hcxik_", "hcamk_"),
        r"[a-z0-9]{26}[A-Za-z0-9]{32}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
        has_digit,
    ),
    prefixed(
        "axiom_token",
        ("xaat-", "xapt-"),
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![A-Za-z0-9])",
        "A UUID.",
        "https://axiom.co/docs/reference/tokens",
    ),
    prefixed(
        "pagerduty_key",
        "u+",
        r"[A-Za-z0-9_+-]{18}(?![A-Za-z0-9_+-])",
        "20 in all.",
        "https://developer.pagerduty.com/docs/authentication",
        mixed,
        varied,
    ),
    prefixed(
        "mapbox_secret_token",
        "sk.",
        r"eyJ[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{20,}",
        "pk. is made for browsers.",
        "https://docs.mapbox.com/help/dive-deeper/access-tokens/",
    ),
    prefixed(
        "dbt_cloud_token",
        ("dbtc_", "dbtu_"),
        r"[A-Za-z0-9_-]{40,60}",
        "Service and user tokens.",
        "https://docs.getdbt.com/docs/dbt-cloud-apis/authentication",
        mixed,
    ),
    prefixed(
        "hashicorp_boundary_token",
        ("at_", "s_"),
        r"[A-Za-z0-9]{10}_s1[A-Za-z0-9]{60,}",
        "Id and secret.",
        "https://developer.hashicorp.com/boundary/docs/concepts/domain-model/sessions",
        mixed,
    ),
    Kind(
        name="jwt",
        literals=("eyJ", "ewog", "ewoJ"),
        pattern=re.compile(r"e[A-Za-z0-9_-]{10,}\.e[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,2}"),
        checks=(not_placeholder, _has_a_head),
        why="Two JSON objects and a signature; one without a signature proves nothing.",
        source="RFC 7519",
    ),
    Kind(
        name="jwt",
        literals=("eyJ",),
        pattern=re.compile(
            r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{0,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
        ),
        checks=(not_placeholder, _has_a_head),
        why="The encrypted form has five parts.",
        source="RFC 7516",
    ),
)
