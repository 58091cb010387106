"""The pages that are opened without a game, for tests that look at every page."""

PAGES = (
    "/",
    "/new",
    "/rules?ruleset=sabra",
    "/rules?ruleset=international",
    "/house",
    "/learn",
    "/learn/international?at=2",
    "/legal",
    "/open",
    "/privacy",
    "/verify",
    "/nowhere",
)
