"""Words that mean the same wherever they stand: yes and no, a tie, no answer, what became of an answer; who judges.

Every reader and every protocol asks here, so that a word can't be yes in one place and unknown in another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

# by language: (yes, no); of right and wrong, true and false too. Words of two are written with "_" for the space
_YES_NO = {
    "numbers": ("1 1.0 1,0", "0 0.0 0,0"),
    "signs": ("✓ ✔ ☑ ✅", "✗ ✘ ☒ ❌"),
    "English": ("yes y true t right correct on", "no n false f wrong incorrect off"),
    "German": ("ja j wahr richtig korrekt zutreffend", "nein falsch unwahr inkorrekt unzutreffend"),
    "French": ("oui vrai juste", "non faux"),
    "Spanish": ("sí si verdadero correcto cierto", "no falso incorrecto"),
    "Portuguese": ("sim verdadeiro correto certo", "não nao falso incorreto errado"),
    "Italian": ("sì si vero corretto giusto", "no falso scorretto sbagliato"),
    "Dutch": ("ja waar juist", "nee onwaar onjuist fout"),
    "Danish, Norwegian, Swedish": ("ja sand sant riktig rätt rigtigt", "nej nei falsk falskt usant feil fel forkert"),
    "Finnish": ("kyllä tosi oikein", "ei epätosi väärin"),
    "Polish": ("tak prawda poprawne", "nie fałsz niepoprawne"),
    "Czech, Slovak": ("ano áno pravda správně", "ne nepravda špatně"),
    "Hungarian": ("igen igaz helyes", "nem hamis helytelen"),
    "Romanian": ("da adevărat", "nu fals"),
    "Croatian, Serbian, Slovenian": ("da točno tačno", "ne netočno netačno"),
    "Russian": ("да истина верно правильно", "нет ложь неверно неправильно"),
    "Ukrainian": ("так правда", "ні неправда"),
    "Greek": ("ναι σωστό", "όχι λάθος"),
    "Turkish": ("evet doğru", "hayır hayir yanlış"),
    "Arabic": ("نعم صحيح", "لا خطأ"),
    "Hebrew": ("כן נכון", "לא שגוי"),
    "Hindi": ("हाँ हां सही", "नहीं गलत"),
    "Indonesian": ("ya benar", "tidak salah"),
    "Vietnamese": ("có đúng", "không sai"),
    "Chinese": ("是 对 對 正确 正確 真", "否 不是 错 錯 错误 錯誤 假"),
    "Japanese": ("はい 正しい 正解", "いいえ 誤り 不正解"),
    "Korean": ("예 네 참 맞음", "아니요 아니오 거짓 틀림"),
}
# neither of two that are compared is the better: a tie, the same, both, neither
_TIE = """
    = == tie ties tied draw drawn even equal equally equivalent both neither same none_of_them bothbad bothgood
    no_preference no_difference no_winner about_the_same
    unentschieden gleich gleichstand gleichwertig gleich_gut gleich_schlecht beide keiner keine keines keins
    remis patt kein_unterschied keine_präferenz
    égalité égal égaux ex_aequo ex_æquo match_nul les_deux aucun aucune ni_l'un_ni_l'autre pareil
    sans_préférence aucune_préférence
    empate empatados igual iguales iguais ambos ambas ninguno ninguna nenhum nenhuma sin_preferencia sem_preferência
    pareggio parità pari uguale uguali entrambi entrambe nessuno nessuna nessuno_dei_due nessuna_preferenza
    gelijkspel gelijk beide geen_van_beide geen_voorkeur
    uafgjort uavgjort oavgjort lige likt lika begge båda ingen tasapeli molemmat
    remis oba obie żaden żadne bez_różnicy remíza nerozhodně oba žádný döntetlen mindkettő egalitate ambele
    neriješeno nerešeno izenačeno ничья поровну одинаково оба обе ни_один никто нічия обидва
    ισοπαλία και_τα_δύο beraberlik berabere eşit ikisi_de hiçbiri تعادل كلاهما תיקו שניהם बराबर दोनों
    seri sama keduanya hòa cả_hai
    平局 平手 持平 相同 一样 一樣 差不多 都好 都不好 两者 都是 都不是 引き分け 同じ 同点 同等 どちらも
    両方 どちらでもない 무승부 동점 같음 동일 둘_다 둘다
"""
_MISSING = """
    na n/a #n/a n.a. nan nat <na> null none nil - -- – — . ? missing #null! #nv #n/v k.a. k._a. keine_angabe
    n.d. nd s/d sans_réponse sin_respuesta sem_resposta н/д нет_данных brak_danych 无 無 缺失 欠損 未回答 무응답
"""
# what turns an answer down, by whom it is told; a word of two or more is written with "_" for the space
_TURNED_DOWN = {
    "rejected assignments": """
        rejected abgelehnt refusé rejeté rechazado rechazada rejeitado rejeitada rifiutato respinto odrzucone
        отклонено отклонён отклонен reddedildi afgewezen 已拒绝 拒绝 已駁回 驳回 却下 不承認 거부 거절 반려""",
    "assignments given back or not finished in time": "returned timed-out timed_out expired",
    "answers given in a survey's preview": "survey_preview preview",
    "answers made by a survey's test": "survey_test",
    "answers that the survey took for spam": "spam",
}
_ACCEPTED = """
    approved submitted awaiting_review genehmigt approuvé aprobado aprobada aprovado aprovada approvato zatwierdzone
    одобрено onaylandı goedgekeurd 已通过 通过 已批准 批准 承認 承認済み 승인 ip_address
"""

# patterns of words for who judges: a person by a role, a program, what is taken for the truth; and for what is remarked
PEOPLE = (
    "annotator|rater|coder|judge|reviewer|labell?er|worker|turker|expert|student|person|participant|grader|evaluator|user"
    "|assessor|respondent|examiner|observer|scorer|listener|reader|screener|moderator|physician|doctor|clinician|nurse"
    "|radiologist|pathologist|teacher|researcher|analyst|turk|anno"
)
MACHINES = (
    r"ai|auto|llm|vlm|model|machine|bot|system|gpt[\w.-]*?|chatgpt|claude[\w.-]*?|gemini[\w.-]*?|llama[\w.-]*?"
    r"|mistral[\w.-]*?|qwen[\w.-]*?|predicted|prediction|pred"
)
NOTES = "note|comment|remark|reason|explanation|rationale|justification|feedback"
REFERENCES = "gold|golden|reference|ref|truth|ground[ _-]?truth|gt|true"


def plain(text: str) -> str:
    """A cell's text as the words here are compared: without case and spaces around, in one Unicode form (NFKC)."""
    stripped = text.strip()
    return (stripped if stripped.isascii() else unicodedata.normalize("NFKC", stripped)).casefold()


def _words(written: str) -> frozenset[str]:
    return frozenset(plain(w.replace("_", " ")) for w in written.split())


YES = frozenset().union(*(_words(yes) for yes, _ in _YES_NO.values()))
NO = frozenset().union(*(_words(no) for _, no in _YES_NO.values()))
BITS = _words("1 1.0 1,0 0 0.0 0,0")  # a yes and no that may as well be a number
MARKS = _words("x ✓ ✔ ☑ ✅ ● •")  # in a column that is blank elsewhere
TIES = _words(_TIE)
MISSING = _words(_MISSING)
ACCEPTED = _words(_ACCEPTED)
TURNED_DOWN = {word: what for what, words in _TURNED_DOWN.items() for word in _words(words)}
_ARTICLE = re.compile(r"^(?:it'?s )?(?:an? )?")
# how good both are, behind the word for a tie: "tie (both bad)", "both are good"
_HOW_GOOD = _words(
    "are is equally equal both bothbad bothgood good bad wrong right sind gleich gut schlecht falsch richtig"
)


def yes_no(text: str) -> bool | None:
    """True for a yes, False for a no, None for any other text."""
    word = plain(text)
    return True if word in YES else False if word in NO else None


def is_tie(text: str) -> bool:
    """Whether a text says that neither of two is the better: "tie", "Both are bad", "unentschieden"."""
    words = re.findall(r"[^\s_()\[\],:-]+", _ARTICLE.sub("", plain(text)))
    while words and " ".join(words) not in TIES and words[-1] in _HOW_GOOD:
        words.pop()
    return " ".join(words) in TIES


def is_status(words: Collection[str]) -> bool:
    """Whether the words of a column are what a platform says of answers, and not some other status of things."""
    known = {w for w in map(plain, words) if w not in MISSING}
    return bool(known) and known <= ACCEPTED | TURNED_DOWN.keys()


def is_missing(text: str) -> bool:
    """Whether a text is blank or a word for no answer. (Not asked of labels, where NA may be one.)"""
    word = plain(text)
    return not word or word in MISSING
