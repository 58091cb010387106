"""What tests know of the page: its pages without a game, and scripts that robots run in it."""

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
    "/analysis",
    "/open",
    "/privacy",
    "/verify",
    "/nowhere",
)
SETTINGS = {"grace": "never", "sound": False}
"""Sounds, and a draw that can be taken back, only cost robots time."""
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
"""A robot plays one computer unless it chooses more, which makes its games short."""
UNPAINTED = """
globalThis.unpainted = new CSSStyleSheet();
unpainted.replaceSync(":root { opacity: 0 }");
document.adoptedStyleSheets.push(unpainted);
"""
"""A robot sees what lies where, and needs no picture, which takes a third of the time."""
GO = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
AT_REST = """async () => {
    await document.fonts.ready;
    const places = () => [...document.querySelectorAll("main *, dialog *")].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
    }).join(" ");
    const before = places();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return places() === before;
}"""
