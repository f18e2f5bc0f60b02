"""One credential of every kind of the table that its format or the text round it gives away, put together at run time.

None was ever issued. Prefixes stand here in two parts, so that no scanner sees a whole one.
"""

import base64
import json
import random
import string
from collections.abc import Callable
from typing import Final

from tests import fake_credentials as fake

_CHANCE: Final = random.Random(11)


def drawn(count: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    """Characters drawn from an alphabet; a digit and both cases are among the first three where it has them."""
    kinds = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    first = [_CHANCE.choice([c for c in kind if c in alphabet]) for kind in kinds if set(kind) & set(alphabet)]
    return ("".join(first) + "".join(_CHANCE.choices(alphabet, k=count)))[:count]


def hexes(count: int) -> str:
    return drawn(count, "0123456789abcdef")


def capitals(count: int) -> str:
    return drawn(count, string.ascii_uppercase + string.digits)


def lower(count: int) -> str:
    return drawn(count, string.ascii_lowercase + string.digits)


def digits(count: int) -> str:
    return "".join(_CHANCE.choices("123456789", k=count))


def words(count: int) -> str:
    return drawn(count, string.ascii_letters)


def uuid() -> str:
    return "-".join((hexes(8), hexes(4), "4" + hexes(3), "a" + hexes(3), hexes(12)))


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def signed() -> str:
    return ".".join((encoded(json.dumps({"alg": "HS256"})), encoded(json.dumps({"sub": digits(8)})), drawn(43)))


BECH32: Final = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
DRAWN: Final[tuple[tuple[str, str, Callable[[], str]], ...]] = (
    ("openrouter_key", "sk-" + "or-v1-", lambda: hexes(64)),
    ("langfuse_secret_key", "sk-" + "lf-", uuid),
    ("huggingface_token", "h" + "f_", lambda: words(34)),
    ("groq_api_key", "gs" + "k_", lambda: drawn(52)),
    ("xai_api_key", "xa" + "i-", lambda: drawn(80)),
    ("perplexity_key", "ppl" + "x-", lambda: drawn(48)),
    ("replicate_token", "r" + "8_", lambda: drawn(37)),
    ("nvidia_api_key", "nv" + "api-", lambda: drawn(64)),
    ("langsmith_key", "lsv2" + "_pt_", lambda: hexes(32) + "_" + hexes(10)),
    ("pinecone_api_key", "pc" + "sk_", lambda: drawn(6) + "_" + drawn(62)),
    ("fireworks_api_key", "f" + "w_", lambda: drawn(24)),
    ("together_api_key", "tgp" + "_v1_", lambda: drawn(43)),
    ("cerebras_api_key", "cs" + "k-", lambda: lower(48)),
    ("elevenlabs_api_key", "s" + "k_", lambda: hexes(48)),
    ("tavily_api_key", "tv" + "ly-", lambda: drawn(32)),
    ("firecrawl_api_key", "f" + "c-", lambda: hexes(32)),
    ("jina_api_key", "ji" + "na_", lambda: drawn(60)),
    ("voyage_api_key", "p" + "a-", lambda: drawn(43)),
    ("apify_token", "apify" + "_api_", lambda: drawn(36)),
    ("vercel_ai_gateway_key", "vc" + "k_", lambda: drawn(24)),
    ("weights_and_biases_key", "wandb" + "_v1_", lambda: drawn(77)),
    ("openai_session_key", "se" + "ss-", lambda: drawn(40)),
    ("google_gemini_key", "A" + "Q.", lambda: "Ab8" + drawn(50)),
    ("bedrock_api_key", "AB" + "SK", lambda: drawn(110)),
    ("brave_search_key", "B" + "SA", lambda: drawn(28)),
    ("google_oauth_client_secret", "GOC" + "SPX-", lambda: drawn(28)),
    ("google_oauth_access_token", "ya" + "29.", lambda: drawn(120)),
    ("google_oauth_refresh_token", "1/" + "/0", lambda: drawn(60)),
    ("azure_ad_client_secret", drawn(3) + "8Q" + "~", lambda: drawn(34)),
    ("digitalocean_token", "dop" + "_v1_", lambda: hexes(64)),
    ("heroku_api_key", "HR" + "KU-", lambda: "AA" + drawn(58)),
    ("terraform_cloud_token", drawn(14) + ".atlas" + "v1.", lambda: drawn(67)),
    ("vault_token", "hv" + "s.", lambda: drawn(90)),
    ("doppler_token", "dp" + ".pt.", lambda: drawn(43)),
    ("age_secret_key", "AGE-SECRET" + "-KEY-1", lambda: drawn(58, BECH32)),
    ("alibaba_access_key_id", "LT" + "AI", lambda: drawn(20)),
    ("tencent_secret_id", "AK" + "ID", lambda: drawn(32)),
    ("flyio_token", "fm" + "2_", lambda: drawn(80)),
    ("pulumi_token", "pu" + "l-", lambda: hexes(40)),
    ("scaleway_secret", "SC" + "W", lambda: capitals(17)),
    ("netlify_token", "nf" + "p_", lambda: drawn(36)),
    ("cloudflare_origin_ca_key", "v1" + ".0-", lambda: hexes(24) + "-" + hexes(146)),
    ("cloudflare_api_token", "cf" + "ut_", lambda: drawn(48)),
    ("tailscale_key", "ts" + "key-", lambda: "auth-" + drawn(12) + "CNTRL-" + drawn(32)),
    ("onepassword_service_token", "ops" + "_eyJ", lambda: drawn(300)),
    ("infisical_token", "s" + "t.", lambda: hexes(24) + "." + hexes(32) + "." + hexes(32)),
    ("dynatrace_token", "dt0" + "c01.", lambda: capitals(24) + "." + capitals(64)),
    ("render_api_key", "rn" + "d_", lambda: drawn(32)),
    ("docker_swarm_key", "SWM" + "TKN-1-", lambda: lower(50) + "-" + lower(25)),
    ("grafana_sa_token", "gl" + "sa_", lambda: drawn(32) + "_" + hexes(8)),
    ("grafana_cloud_token", "gl" + "c_", lambda: drawn(100)),
    ("grafana_api_key", "eyJ" + "rIjoi", lambda: drawn(60)),
    ("gitlab_pat_routable", "gl" + "pat-", lambda: drawn(27) + ".01." + lower(9)),
    ("gitlab_pat", "gl" + "pat-", lambda: drawn(20)),
    ("npm_token", "np" + "m_", lambda: drawn(36)),
    ("pypi_token", "py" + "pi-", lambda: encoded("\x02\x01\x08pypi.org") + drawn(100)),
    ("rubygems_api_key", "ruby" + "gems_", lambda: hexes(48)),
    ("docker_hub_pat", "dckr" + "_pat_", lambda: drawn(27)),
    ("atlassian_api_token", "ATATT" + "3xFf", lambda: drawn(180) + "=" + capitals(8)),
    ("postman_api_key", "PM" + "AK-", lambda: hexes(24) + "-" + hexes(34)),
    ("linear_api_key", "lin" + "_api_", lambda: drawn(40)),
    ("figma_token", "fi" + "gd_", lambda: drawn(40)),
    ("circleci_token", "CCI" + "PAT_", lambda: drawn(22) + "_" + hexes(40)),
    ("buildkite_token", "bk" + "ua_", lambda: lower(40)),
    ("crates_token", "ci" + "o", lambda: drawn(32)),
    ("clojars_token", "CLO" + "JARS_", lambda: hexes(60)),
    ("nuget_api_key", "oy" + "2", lambda: lower(43)),
    ("jfrog_token", "AK" + "Cp", lambda: drawn(69)),
    ("cloudsmith_api_key", "cs" + "a_", lambda: hexes(30) + drawn(6)),
    ("sonarqube_token", "sq" + "p_", lambda: hexes(40)),
    ("snyk_token", "snyk" + "_uat.", lambda: hexes(8) + "." + drawn(40) + "." + drawn(40)),
    ("octopus_api_key", "AP" + "I-", lambda: capitals(26)),
    ("gitea_token", "gt" + "a_", lambda: hexes(40)),
    ("harness_token", "pa" + "t.", lambda: drawn(22) + "." + hexes(24) + "." + drawn(20)),
    ("launchdarkly_key", "sd" + "k-", uuid),
    ("prefect_api_key", "pn" + "u_", lambda: drawn(36)),
    ("readme_api_key", "rd" + "me_", lambda: lower(70)),
    ("slack_app_token", "xa" + "pp-", lambda: "1-A" + capitals(10) + "-" + digits(13) + "-" + hexes(64)),
    ("slack_webhook", "https://hooks.slack" + ".com/services/", lambda: f"T{capitals(10)}/B{capitals(10)}/{drawn(24)}"),
    ("discord_webhook", "https://discord" + ".com/api/webhooks/", lambda: digits(18) + "/" + drawn(68)),
    (
        "teams_webhook",
        "https://acme.webhook" + ".office.com/webhookb2/",
        lambda: f"{uuid()}@{uuid()}/IncomingWebhook/{hexes(32)}/{uuid()}",
    ),
    ("discord_bot_token", encoded("1" + digits(17)), lambda: "." + drawn(6) + "." + drawn(38)),
    ("telegram_bot_token", digits(10) + ":A" + "A", lambda: drawn(33)),
    ("twilio_api_key", "S" + "K", lambda: hexes(32)),
    ("sendgrid_api_key", "S" + "G.", lambda: drawn(22) + "." + drawn(43)),
    ("mailgun_api_key", "ke" + "y-", lambda: hexes(32)),
    ("mailersend_token", "ml" + "sn.", lambda: hexes(64)),
    ("brevo_api_key", "xkey" + "sib-", lambda: hexes(64) + "-" + drawn(16)),
    ("resend_api_key", "r" + "e_", lambda: drawn(8) + "_" + drawn(24)),
    ("mailchimp_api_key", hexes(32), lambda: "-us" + "12"),
    ("notion_token", "nt" + "n_", lambda: digits(11) + drawn(35)),
    ("airtable_token", "pa" + "t", lambda: drawn(14) + "." + hexes(64)),
    ("clickup_token", "p" + "k_", lambda: digits(8) + "_" + capitals(32)),
    ("dropbox_token", "s" + "l.", lambda: drawn(140)),
    ("hubspot_token", "pat" + "-na1-", uuid),
    ("intercom_token", "dG9" + "rO", lambda: drawn(55)),
    ("typeform_token", "tf" + "p_", lambda: drawn(44)),
    ("stripe_test_key", "sk" + "_test_", lambda: drawn(24)),
    ("stripe_webhook_secret", "wh" + "sec_", lambda: drawn(32)),
    ("square_access_token", "EA" + "AA", lambda: drawn(60)),
    ("square_oauth_secret", "sq0" + "csp-", lambda: drawn(43)),
    ("shopify_access_token", "shp" + "at_", lambda: hexes(32)),
    ("facebook_access_token", "EA" + "AG", lambda: drawn(150)),
    ("braintree_access_token", "access" + "_token$", lambda: "production$" + lower(16) + "$" + hexes(32)),
    ("flutterwave_secret_key", "FLW" + "SECK-", lambda: hexes(32) + "-X"),
    ("razorpay_key", "rzp" + "_live_", lambda: drawn(14)),
    ("adyen_api_key", "AQ" + "E", lambda: drawn(80) + "-" + drawn(44) + "-" + drawn(16)),
    ("plaid_access_token", "access" + "-production-", uuid),
    ("easypost_api_key", "EZ" + "AK", lambda: drawn(54)),
    ("shippo_token", "shippo" + "_live_", lambda: hexes(40)),
    ("duffel_token", "duffel" + "_live_", lambda: drawn(43)),
    ("lob_api_key", "li" + "ve_", lambda: hexes(35)),
    ("databricks_token", "da" + "pi", lambda: hexes(32)),
    ("newrelic_user_key", "NR" + "AK-", lambda: capitals(27)),
    ("newrelic_license_key", hexes(36), lambda: "NR" + "AL"),
    ("supabase_access_token", "sb" + "p_", lambda: hexes(40)),
    ("supabase_secret_key", "sb" + "_secret_", lambda: drawn(31)),
    ("planetscale_token", "pscale" + "_tkn_", lambda: drawn(43)),
    ("sentry_user_token", "snt" + "ryu_", lambda: hexes(64)),
    ("sentry_org_token", "snt" + "rys_", lambda: "eyJ" + drawn(100)),
    ("posthog_personal_key", "ph" + "x_", lambda: drawn(43)),
    ("mongodb_atlas_secret", "mdb" + "_sa_sk_", lambda: drawn(40)),
    ("neon_api_key", "na" + "pi_", lambda: lower(64)),
    ("cockroachdb_api_key", "CCD" + "B1_", lambda: drawn(22) + "_" + drawn(40)),
    ("clickhouse_cloud_key", "4b" + "1d", lambda: drawn(38)),
    ("astra_token", "Astra" + "CS:", lambda: drawn(24) + ":" + hexes(64)),
    ("elastic_cloud_key", "es" + "su_", lambda: drawn(100)),
    ("prisma_api_key", "prisma+postgres://accelerate.prisma-data" + ".net/?api_key=", lambda: drawn(60)),
    ("datadog_pat", "dd" + "pat_", lambda: drawn(50)),
    ("honeycomb_key", "hca" + "ik_", lambda: lower(26) + drawn(32)),
    ("axiom_token", "xa" + "at-", uuid),
    ("pagerduty_key", "u" + "+", lambda: drawn(18)),
    ("mapbox_secret_token", "s" + "k.", lambda: "eyJ" + drawn(60) + "." + drawn(22)),
    ("dbt_cloud_token", "db" + "tc_", lambda: drawn(44)),
    ("hashicorp_boundary_token", "a" + "t_", lambda: drawn(10) + "_s1" + drawn(70)),
)
"""Kind, what begins it, what follows; the kinds that are documented stand in `fake_credentials`."""

FORMATS: Final[dict[str, str]] = {name: begin + rest() for name, begin, rest in DRAWN} | {"jwt": signed()}
"""One credential of each kind that its own format gives away."""

PLACEHOLDERS: Final[dict[str, str]] = {name: begin + "x" * len(rest()) for name, begin, rest in DRAWN}
"""The same begin, then what documentation writes."""


def password() -> str:
    """A password as people make them."""
    return "Em" + "ber" + drawn(8) + "7"


def structured() -> dict[str, tuple[str, str, str]]:
    """Kind -> what stands before the credential, the credential, what stands after it."""
    pair = encoded("deploy:" + password())
    return {
        "postgres_url": ("DATABASE_URL=postgresql://app:", password(), "@db.acme.io:5432/app"),
        "mysql_url": ("mysql+pymysql://app:", password(), "@db/app"),
        "mongodb_url": ("mongodb+srv://app:", password(), "@c0.mongodb.net/app"),
        "redis_url": ("redis://:", password(), "@cache:6379/0"),
        "amqp_url": ("amqps://app:", password(), "@mq/"),
        "ftp_url_credentials": ("ftp://app:", password(), "@files.acme.io/out"),
        "http_url_credentials": ("git clone https://app:", password(), "@git.acme.io/a.git"),
        "bearer_token": ("Authorization: Bearer ", drawn(40), ""),
        "basic_auth_header": ("authorization: basic ", pair, ""),
        "azure_sas_token": ("https://a.blob.core.windows.net/x?sv=2022-11-02&sp=r&sig=", drawn(41) + "%3D", ""),
        "curl_user_password": ("curl -s -u deploy:", password(), " https://acme.io"),
        "netrc_password": ("machine git.acme.io\n  login ci\n  password ", password(), "\n"),
        "session_cookie": ("Cookie: theme=dark; sessionid=", drawn(32), "; a=b"),
        "private_key": ("key: ", fake.pem(), "\n"),
        "sqlserver_connection_string": ("Server=tcp:db,1433;User ID=app;Password=", password(), ";Encrypt=True"),
        "azure_storage_key": ("AccountName=acme;AccountKey=", drawn(86) + "==", ";EndpointSuffix=core.windows.net"),
        "azure_servicebus_key": ("Endpoint=sb://a/;SharedAccessKeyName=R;SharedAccessKey=", drawn(43) + "=", ""),
        "k8s_secret": ("kind: Secret\ndata:\n  password: ", encoded(password()) + "==", "\n"),
        "docker_auth": ('{"auths": {"https://index.docker.io/v1/": {"auth": "', pair, '"}}}'),
    }


NAMED: Final[dict[str, tuple[str, str]]] = {
    "aws_secret_access_key": ("AWS_SECRET_ACCESS_KEY", drawn(39) + "/"),
    "aws_session_token": ("aws_session_token", drawn(300)),
    "datadog_api_key": ("DD_API_KEY", hexes(32)),
    "datadog_app_key": ("datadogAppKey", hexes(40)),
    "twilio_auth_token": ("TWILIO_AUTH_TOKEN", hexes(32)),
    "mistral_api_key": ("mistral_api_key", drawn(32)),
    "cohere_api_key": ("CO_API_KEY", drawn(40)),
    "heroku_api_key": ("HEROKU_API_KEY", uuid()),
    "together_api_key": ("TOGETHER_API_KEY", hexes(64)),
    "elevenlabs_api_key": ("ELEVENLABS_API_KEY", hexes(32)),
    "assemblyai_api_key": ("ASSEMBLYAI_API_KEY", hexes(32)),
    "deepgram_api_key": ("DEEPGRAM_API_KEY", hexes(40)),
    "azure_openai_key": ("AZURE_OPENAI_API_KEY", hexes(32)),
    "weights_and_biases_key": ("WANDB_API_KEY", hexes(40)),
    "cloudflare_api_token": ("CLOUDFLARE_API_TOKEN", drawn(40)),
    "fastly_api_token": ("FASTLY_API_TOKEN", drawn(32)),
    "okta_api_token": ("OKTA_API_TOKEN", "00" + drawn(40)),
    "algolia_api_key": ("ALGOLIA_ADMIN_API_KEY", hexes(32)),
    "pagerduty_key": ("PAGERDUTY_API_KEY", drawn(20)),
    "mailgun_api_key": ("MAILGUN_API_KEY", "-".join((hexes(32), hexes(8), hexes(8)))),
    "bitbucket_client_secret": ("BITBUCKET_CLIENT_SECRET", drawn(32)),
    "discord_client_secret": ("DISCORD_CLIENT_SECRET", drawn(32)),
    "asana_token": ("ASANA_ACCESS_TOKEN", "1/" + digits(16) + ":" + hexes(32)),
    "generic_api_key": ("acme_api_key", drawn(32)),
    "password": ("db_password", password()),
}
"""Kind -> the name of a key and the value that only that name tells to be a credential."""
