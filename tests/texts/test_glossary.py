"""Texts about finished games use the same words as the table and the rules."""

from __future__ import annotations

import re

import pytest

from tilerummy.texts import messages

AFTER_THE_GAME = ("games.", "review.", "puzzles.", "share.", "history.")
OTHERS = {
    "de": {
        r"\bSatz\b|Sätze": "Auslage",
        r"\bReihen?\b": "Folge",
        r"\bBank\b|Bänke": "Brett",
        r"[Aa]bwerf|Abwurf": "ablegen",
        r"[Aa]usmach": "ausgehen",
        r"Partie": "Spiel",
        r"\b\w+en Sie\b|\bIhre?n?\b": "du",
    },
    "nl": {
        r"\b[Ss]ets?\b": "combinatie",
        r"\b(?<!op )[Rr]ij(en)?\b": "reeks",
        r"rekje": "rek",
        r"[Gg]ooi": "afleggen",
        r"[Pp]artij": "spel",
        r"[Pp]osities?\b": "stelling",
    },
    "fr": {
        r"[Rr]ejet": "défausser",
        r"[Rr]elevé": "enregistrement",
        r"[Ii]ndice": "conseil",
        r"[Dd]éclar": "annoncer",
        r"\b([Tt]u|[Tt]on|[Tt]es)\b": "vous",
    },
    "es": {
        r"[Pp]ozo": "montón",
        r"[Cc]oloca": "poner",
        r"[Ee]ncuentro": "partida",
        r"[Cc]astig": "penalización",
    },
    "tr": {r"[Dd]izi": "per", r"[Jj]oker": "okey", r"s[iı]n[iı]z\b": "sen"},
    "he": {"מעמד": "לוח", "תיעוד": "רישום", "השלכ|השליכ": "זריקה"},
}
"""Terms of other games, by language, and this game's term."""


@pytest.mark.parametrize("language", OTHERS)
def test_texts_after_a_game_use_the_terms_of_the_game(language: str) -> None:
    found = [
        f"{key}: {source} ({right})"
        for key, source in messages(language).items()
        if key.startswith(AFTER_THE_GAME)
        for wrong, right in OTHERS[language].items()
        if re.search(wrong, source)
    ]
    assert found == []
