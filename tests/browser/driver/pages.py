"""The web client's pages without a game, and scripts that robots run on them."""

import json

PAGES = (
    "/",
    "/new",
    "/rules?ruleset=sabra",
    "/rules?ruleset=international",
    "/house",
    "/learn",
    "/learn/international?at=2",
    "/games",
    "/puzzles",
    "/puzzles/safe_discard",
    "/studio",
    "/photo",
    "/evening/clock",
    "/print?sheet=rules",
    "/print?sheet=hands",
    "/open",
    "/evening",
    "/privacy",
    "/verify",
    "/nowhere",
)
SETTINGS = {"grace": "never", "sound": False, "talk": False}
"""Sounds and delayed draws only cost robots time."""
SET = f"""
try {{
  localStorage['tilerummy.settings'] ??= '{json.dumps(SETTINGS)}';
}} catch {{ /* a page without an address has no storage */ }}
"""
ONE_OPPONENT = """
try {
  const key = 'tilerummy.choice';
  localStorage.setItem(key, localStorage.getItem(key) ?? '{"opponents": 1}');
} catch {}
"""
"""Robots play one computer by default, so their games are short."""
ASKED = """
try { localStorage['tilerummy.asked'] ??= '1' } catch {}
"""
"""Robots do not get the question for newcomers, unless a test is about it."""
UNPAINTED = """
globalThis.unpainted = new CSSStyleSheet();
unpainted.replaceSync(":root { opacity: 0 }");
document.adoptedStyleSheets.push(unpainted);
"""
"""Robots work without painting, which would take a third of the time."""
GO = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
AT_REST = """async () => {
    await document.fonts.ready;
    const boxes = () => [...document.querySelectorAll("main *, dialog *")].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
    }).join(" ");
    const before = boxes();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return boxes() === before;
}"""
