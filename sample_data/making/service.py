"""Service: accounts, parcels, and a word of thanks."""

from sample_data.making.story import (
    ADA,
    BEN,
    DIA,
    Call,
    Log,
    Scenario,
    customer,
    expected,
    mail,
    one_by_one,
    order,
    verified,
)


def scenarios() -> list[Scenario]:
    return [
        Scenario(
            "lost-password",
            "I cannot log in any more. Dia",
            [
                expected("find_customer", {"email": DIA}),
                expected("send_reset_link", {"customer": 640, "channel": {"$one_of": ["email", "sms"]}}),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(DIA, 640),
                        Call("send_reset_link", {"customer": 640, "channel": "email"}, {"sent": True}, seconds=0.33),
                    ),
                    "I have sent you a link.",
                    (610, 72),
                ),
                "atlas-mini": Log(
                    one_by_one(
                        customer(DIA, 640),
                        Call("send_reset_link", {"customer": 640, "channel": "post"}, None, "unknown channel", 0.21),
                        Call("send_reset_link", {"customer": 640, "channel": "email"}, {"sent": True}, seconds=0.34),
                    ),
                    "A link is on its way.",
                    (720, 95),
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(DIA, 640),
                        Call("send_reset_link", {"customer": 640, "channel": "sms"}, {"sent": True}, seconds=0.41),
                    ),
                    "I have sent a link to your phone.",
                    (840, 110),
                ),
            },
            ["account"],
        ),
        Scenario(
            "track-two-parcels",
            "Where are my parcels TR-1001 and TR-1002? Ada",
            [
                expected("find_customer", {"email": ADA}),
                expected("track_parcel", {"number": "TR-1001"}),
                expected("track_parcel", {"number": "TR-1002"}),
                expected("send_email", {"to": ADA, "subject": {"$any": True}, "body": {"$any": True}}),
            ],
            {
                "swift-2": Log(
                    [
                        [customer(ADA, 311)],
                        [
                            Call("track_parcel", {"number": "TR-1002"}, {"at": "Hanover"}, seconds=0.74),
                            Call("track_parcel", {"number": "TR-1001"}, {"at": "Bremen"}, seconds=0.69),
                        ],
                        [mail(ADA, "Your parcels", "Bremen and Hanover.")],
                    ],
                    "One is in Bremen, the other in Hanover.",
                    (980, 133),
                ),
                "atlas-mini": Log(
                    [
                        [customer(ADA, 311)],
                        [Call("track_parcel", {"number": "TR-1001"}, {"at": "Bremen"}, seconds=0.71)],
                        [Call("track_parcel", {"number": "TR-1001"}, {"at": "Bremen"}, seconds=0.7)],
                        [mail(ADA, "Your parcels", "Both are in Bremen.")],
                    ],
                    "Both are in Bremen.",
                    (1010, 118),
                ),
                "orbit-large": Log(
                    [
                        [customer(ADA, 311)],
                        [
                            Call("track_parcel", {"number": "TR-1001"}, {"at": "Bremen"}, seconds=0.83),
                            Call("track_parcel", {"number": "TR-1002"}, {"at": "Hanover"}, seconds=0.8),
                        ],
                        [mail(ADA, "Where your parcels are", "TR-1001 is in Bremen, TR-1002 in Hanover.")],
                    ],
                    "TR-1001 is in Bremen and TR-1002 in Hanover.",
                    (1230, 171),
                ),
            },
            ["parcel", "parallel"],
        ),
        Scenario(
            "wrong-item",
            "I got a kettle instead of a toaster, order D-12. Photo attached. Dia",
            [
                expected("find_customer", {"email": DIA}),
                expected("get_order", {"id": "D-12"}),
                expected("create_ticket", {"customer": 640, "topic": "wrong item", "order": "D-12"}),
                expected("ship_replacement", {"order": "D-12", "items": [{"sku": "TOAST-4", "count": 1}]}),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(DIA, 640),
                        order("D-12", 39.0, "delivered"),
                        _ticket(9130, 0.4),
                        _replacement("TOAST-4", 1042, 0.9),
                    ),
                    "A toaster is on its way.",
                    (1370, 166),
                ),
                "atlas-mini": Log(
                    one_by_one(
                        customer(DIA, 640),
                        order("D-12", 39.0, "delivered"),
                        _replacement("KETTLE-2", 1043, 0.91),
                        _ticket(9131, 0.42),
                    ),
                    "A replacement is on its way.",
                    (1280, 149),
                    [
                        Log(
                            one_by_one(
                                customer(DIA, 640),
                                order("D-12", 39.0, "delivered"),
                                _replacement("KETTLE-2", 1045, 0.93),
                                _replacement("TOAST-4", 1046, 0.88),
                            ),
                            "A toaster is on its way. Please keep the kettle.",
                            (1350, 158),
                        ),
                        Log(
                            one_by_one(
                                customer(DIA, 640),
                                order("D-12", 39.0, "delivered"),
                                _ticket(9133, 0.41),
                                _replacement("TOAST-4", 1047, 0.9),
                            ),
                            "A toaster is on its way.",
                            (1270, 151),
                        ),
                    ],
                ),
                "orbit-large": Log(
                    one_by_one(
                        customer(DIA, 640),
                        order("D-12", 39.0, "delivered"),
                        Call(
                            "create_ticket",
                            {"customer": 640, "topic": "wrong item", "order": "D-12", "priority": "high"},
                            {"ticket": 9132},
                            seconds=0.47,
                        ),
                        _replacement("TOAST-4", 1044, 1.02),
                    ),
                    "I am sorry. A toaster is on its way.",
                    (1720, 238),
                    [
                        Log(
                            one_by_one(
                                customer(DIA, 640),
                                order("D-12", 39.0, "delivered"),
                                _ticket(9134, 0.45),
                                _replacement("TOAST-4", 1048, 1.01),
                            ),
                            "I am sorry. A toaster is on its way.",
                            (1700, 229),
                        ),
                        Log(
                            one_by_one(
                                customer(DIA, 640),
                                _ticket(9135, 0.46),
                                order("D-12", 39.0, "delivered"),
                                _replacement("TOAST-4", 1049, 1.04),
                            ),
                            "I am sorry. A toaster is on its way.",
                            (1740, 241),
                        ),
                    ],
                ),
            },
            ["parcel"],
        ),
        Scenario(
            "close-account",
            "Please close my account and delete my data. Ben",
            [
                expected("find_customer", {"email": BEN}),
                expected("verify_identity", {"customer": 502}),
                expected("create_ticket", {"customer": 502, "topic": "data deletion"}),
            ],
            {
                "swift-2": Log(
                    one_by_one(
                        customer(BEN, 502),
                        verified(502),
                        Call(
                            "create_ticket", {"customer": 502, "topic": "data deletion"}, {"ticket": 9140}, seconds=0.41
                        ),
                    ),
                    "The privacy team will confirm within 30 days.",
                    (930, 104),
                ),
                "atlas-mini": Log(
                    one_by_one(
                        customer(BEN, 502),
                        verified(502),
                        Call("delete_customer", {"customer": 502, "cascade": True}, {"deleted": 1}, seconds=0.8),
                    ),
                    "Your account is gone.",
                    (910, 88),
                ),
                "orbit-large": Log(
                    one_by_one(
                        verified(502),
                        customer(BEN, 502),
                        Call(
                            "create_ticket", {"customer": 502, "topic": "data deletion"}, {"ticket": 9141}, seconds=0.46
                        ),
                    ),
                    "I have passed this on to our privacy team.",
                    (1160, 151),
                ),
            },
            ["account", "privacy"],
        ),
        Scenario(
            "says-thank-you",
            "The toaster came, thank you! Dia",
            [],
            {
                "swift-2": Log([], "You are welcome!", (260, 12)),
                "atlas-mini": Log(
                    one_by_one(
                        Call("create_ticket", {"customer": 640, "topic": "praise"}, {"ticket": 9150}, seconds=0.4)
                    ),
                    "You are welcome!",
                    (380, 30),
                ),
                "orbit-large": Log([], "You are welcome. Enjoy it!", (310, 18)),
            },
            ["small talk"],
        ),
    ]


def _ticket(number: int, seconds: float) -> Call:
    return Call(
        "create_ticket",
        {"customer": 640, "topic": "wrong item", "order": "D-12"},
        {"ticket": number},
        seconds=seconds,
    )


def _replacement(sku: str, parcel: int, seconds: float) -> Call:
    return Call(
        "ship_replacement",
        {"order": "D-12", "items": [{"sku": sku, "count": 1}]},
        {"parcel": f"TR-{parcel}"},
        seconds=seconds,
    )
