"""Credentials of chat, mail, telephony and office services."""

import re
from typing import Final

from toolscore_core.credentials.checks import decoded, has_digit, mixed, not_placeholder, varied
from toolscore_core.credentials.kind import START, Kind, prefixed


def _names_an_account(token: str) -> bool:
    """Whether the first part is base64 of a Discord account's number."""
    raw = decoded(token.partition(".")[0])
    return raw is not None and raw.isdigit()


KINDS: Final[tuple[Kind, ...]] = (
    prefixed(
        "slack_app_token",
        "xapp-",
        r"[0-9]-[A-Z0-9]{8,14}-[0-9]{10,14}-[0-9a-f]{60,70}",
        "App, number and secret.",
        "https://docs.slack.dev/authentication/tokens",
    ),
    prefixed(
        "slack_token",
        ("xoxe-", "xoxe.xoxb-", "xoxe.xoxp-", "xoxc-", "xoxd-"),
        r"[A-Za-z0-9%/+-]{30,}",
        "Rotating tokens and those of a browser's session.",
        "https://docs.slack.dev/authentication/using-token-rotation",
        has_digit,
    ),
    Kind(
        name="slack_webhook",
        literals=("hooks.slack.com/",),
        pattern=re.compile(
            r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z0-9]{8,14}/[A-Za-z0-9]{8,20}/[A-Za-z0-9/]{18,60}"
        ),
        before=re.compile(r"(?:https?://)?\Z"),
        joined=True,
        token=False,
        why="Whoever has the address may post.",
        source="https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    ),
    Kind(
        name="discord_webhook",
        literals=("/api/webhooks/",),
        pattern=re.compile(r"/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,80}"),
        before=re.compile(r"(?:https?://)?(?:\w{2,6}\.)?discord(?:app)?\.com(?:/api/v[0-9]{1,2})?\Z"),
        joined=True,
        token=False,
        why="Whoever has the address may post.",
        source="https://discord.com/developers/docs/resources/webhook",
    ),
    Kind(
        name="teams_webhook",
        literals=(".webhook.office.com/webhookb2/",),
        pattern=re.compile(
            r"\.webhook\.office\.com/webhookb2/[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-f]{32}(?:/[0-9a-f-]{36}[A-Za-z0-9/_-]{0,60})?"
        ),
        before=re.compile(r"(?:https?://)?[a-z0-9-]{1,40}\Z"),
        joined=True,
        token=False,
        why="Whoever has the address may post.",
        source="https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
    ),
    Kind(
        name="discord_bot_token",
        literals=("MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"),
        pattern=re.compile(r"[MNO][A-Za-z0-9]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])"),
        checks=(_names_an_account, not_placeholder),
        why="The account's number in base64, a time, a signature.",
        source="https://discord.com/developers/docs/reference#authentication",
    ),
    Kind(
        name="telegram_bot_token",
        literals=(":AA",),
        pattern=re.compile(r":AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])"),
        before=re.compile(r"(?<![0-9])[0-9]{8,10}\Z"),
        joined=True,
        token=False,
        checks=(not_placeholder, mixed),
        why="The bot's number, a colon, 35 characters that begin with AA.",
        source="https://core.telegram.org/bots/api#authorizing-your-bot",
    ),
    prefixed(
        "twilio_api_key",
        "SK",
        r"[0-9a-f]{32}(?![A-Za-z0-9])",
        "AC with the same digits is an account's number.",
        "https://www.twilio.com/docs/iam/api-keys",
        varied,
    ),
    prefixed(
        "sendgrid_api_key",
        "SG.",
        r"[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}",
        "Id and secret.",
        "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
    ),
    prefixed(
        "mailgun_api_key",
        "key-",
        r"[0-9a-f]{32}(?![A-Za-z0-9])",
        "The older form; the newer needs its key name.",
        "https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt",
        varied,
    ),
    prefixed(
        "mailersend_token",
        "mlsn.",
        r"[0-9a-f]{64}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://developers.mailersend.com/general.html#authentication",
    ),
    prefixed(
        "brevo_api_key",
        ("xkeysib-", "xsmtpsib-"),
        r"[0-9a-f]{64}-[A-Za-z0-9]{16}(?![A-Za-z0-9])",
        "Hexadecimal and a checksum.",
        "https://developers.brevo.com/docs/getting-started",
    ),
    prefixed(
        "resend_api_key",
        "re_",
        r"[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://resend.com/docs/dashboard/api-keys/introduction",
        mixed,
    ),
    Kind(
        name="mailchimp_api_key",
        literals=("-us",),
        pattern=re.compile(r"-us[0-9]{1,2}(?![A-Za-z0-9-])"),
        before=re.compile(START + r"[0-9a-f]{32}\Z"),
        joined=True,
        token=False,
        checks=(not_placeholder, varied),
        why="32 hexadecimal digits and the data centre.",
        source="https://mailchimp.com/developer/marketing/docs/fundamentals/",
    ),
    prefixed(
        "notion_token",
        "secret_",
        r"[A-Za-z0-9]{43}(?![A-Za-z0-9])",
        "The older form.",
        "https://developers.notion.com/reference/authentication",
        mixed,
    ),
    prefixed(
        "notion_token",
        "ntn_",
        r"[0-9]{8,12}[A-Za-z0-9]{32,40}(?![A-Za-z0-9])",
        "Since 2024.",
        "https://developers.notion.com/page/changelog",
    ),
    prefixed(
        "airtable_token",
        "pat",
        r"[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![A-Za-z0-9])",
        "Id and secret.",
        "https://airtable.com/developers/web/api/authentication",
    ),
    prefixed(
        "clickup_token",
        "pk_",
        r"[0-9]{6,10}_[A-Z0-9]{32}(?![A-Za-z0-9])",
        "Account and secret.",
        "https://developer.clickup.com/docs/authentication",
    ),
    prefixed(
        "dropbox_token",
        "sl.",
        r"(?:u\.)?[A-Za-z0-9_-]{130,}",
        "Short-lived; longer than anything else after sl.",
        "https://developers.dropbox.com/oauth-guide",
        mixed,
    ),
    prefixed(
        "hubspot_token",
        ("pat-na1-", "pat-na2-", "pat-eu1-"),
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![A-Za-z0-9])",
        "A UUID.",
        "https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview",
    ),
    prefixed(
        "intercom_token",
        "dG9rO",
        r"[A-Za-z0-9+/]{50,80}={0,2}",
        "`tok:` in base64.",
        "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication",
        mixed,
    ),
    prefixed(
        "typeform_token",
        "tfp_",
        r"[A-Za-z0-9_=.-]{40,60}",
        "Over 40.",
        "https://www.typeform.com/developers/get-started/personal-access-token/",
        mixed,
    ),
)
