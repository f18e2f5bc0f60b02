"""Credentials of payment services and shops."""

import re
from typing import Final

from toolscore_core.credentials.checks import has_digit, mixed, varied
from toolscore_core.credentials.kind import Kind, prefixed

_STRIPE: Final = "https://docs.stripe.com/keys"

KINDS: Final[tuple[Kind, ...]] = (
    prefixed(
        "stripe_test_key", ("sk_test_", "rk_test_"), r"[0-9A-Za-z]{24,}", "Stripe calls it secret too.", _STRIPE, mixed
    ),
    prefixed(
        "stripe_secret_key",
        ("sk_org_live_", "sk_org_test_"),
        r"[0-9A-Za-z]{24,}",
        "Of an organisation.",
        _STRIPE,
        mixed,
    ),
    prefixed(
        "stripe_webhook_secret",
        "whsec_",
        r"[A-Za-z0-9+/]{24,}={0,2}",
        "Signs what a webhook sends.",
        "https://docs.stripe.com/webhooks",
        mixed,
    ),
    prefixed(
        "square_access_token",
        "EAAA",
        r"[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])",
        "64 in all.",
        "https://developer.squareup.com/docs/build-basics/access-tokens",
        mixed,
    ),
    prefixed(
        "square_access_token",
        "sq0atp-",
        r"[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])",
        "The older form.",
        "https://developer.squareup.com/docs/build-basics/access-tokens",
    ),
    prefixed(
        "square_oauth_secret",
        "sq0csp-",
        r"[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
        "43 after the prefix; sq0idp- is a public id.",
        "https://developer.squareup.com/docs/oauth-api/overview",
    ),
    prefixed(
        "shopify_access_token",
        ("shpat_", "shpca_", "shppa_", "shpss_", "shpua_"),
        r"[0-9a-fA-F]{32}(?![A-Za-z0-9])",
        "Access tokens, passwords and shared secrets of apps.",
        "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens",
    ),
    prefixed(
        "facebook_access_token",
        ("EAAC", "EAAG", "EAAM", "EAAB", "EAAJ", "EAAD"),
        r"[A-Za-z0-9]{100,}",
        "Long; Square's begin alike but are shorter.",
        "https://developers.facebook.com/docs/facebook-login/guides/access-tokens",
        mixed,
    ),
    Kind(
        name="braintree_access_token",
        literals=("access_token$",),
        pattern=re.compile(r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}(?![A-Za-z0-9])"),
        why="Environment, merchant and secret.",
        source="https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens",
    ),
    prefixed(
        "flutterwave_secret_key",
        ("FLWSECK_TEST-", "FLWSECK-"),
        r"[0-9a-fA-F]{32}-X",
        "FLWPUBK is public.",
        "https://developer.flutterwave.com/docs",
    ),
    prefixed(
        "razorpay_key",
        "rzp_live_",
        r"[A-Za-z0-9]{14}(?![A-Za-z0-9])",
        "Of a live account.",
        "https://razorpay.com/docs/api/authentication",
        mixed,
    ),
    prefixed(
        "adyen_api_key",
        "AQE",
        r"[A-Za-z0-9+/]{60,}={0,2}-[A-Za-z0-9+/=]{30,}-[^\s\"\'\\),;]{10,40}",
        "Three parts.",
        "https://docs.adyen.com/development-resources/api-credentials/",
    ),
    prefixed(
        "plaid_access_token",
        ("access-production-", "access-development-", "access-sandbox-"),
        r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![A-Za-z0-9])",
        "A UUID.",
        "https://plaid.com/docs/api/",
    ),
    prefixed(
        "easypost_api_key",
        ("EZAK", "EZTK"),
        r"[A-Za-z0-9]{54}(?![A-Za-z0-9])",
        "58 in all.",
        "https://docs.easypost.com/docs/authentication",
        mixed,
    ),
    prefixed(
        "shippo_token",
        ("shippo_live_", "shippo_test_"),
        r"[0-9a-f]{40}(?![A-Za-z0-9])",
        "Hexadecimal.",
        "https://docs.goshippo.com/docs/guides_general/authentication/",
    ),
    prefixed(
        "duffel_token",
        ("duffel_live_", "duffel_test_"),
        r"[A-Za-z0-9_=-]{43}(?![A-Za-z0-9])",
        "43.",
        "https://duffel.com/docs/api/overview/making-requests",
        mixed,
    ),
    prefixed(
        "lob_api_key",
        ("live_", "test_"),
        r"[0-9a-f]{35}(?![A-Za-z0-9])",
        "35 hexadecimal digits.",
        "https://docs.lob.com/#tag/Authentication",
        has_digit,
        varied,
    ),
)
