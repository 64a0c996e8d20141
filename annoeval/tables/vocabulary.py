"""What the names of columns say they hold: the words of every language known so far, as data.

One word may say several things ("model" judges or is judged), so a name gives a set of roles (`says`).
"""

from __future__ import annotations

import functools
import re

from annoeval.tables.languages import rater_words, role_of
from annoeval.vocabulary import MACHINES, NOTES, PEOPLE, REFERENCES

# English, and what stands in any language
NAMES = {
    "item": r"(item|image|img|doc(ument)?|text|task|sample|example|question|unit|trial|record|case|hit|sentence|tweet"
    r"|post|comment|figure|element|pair|stimulus|video|clip)?[ _-]?(id|key|index|idx|number|nr|no|hash|uuid)|item|unit"
    r"|identifier[ _-]?[12]?"
    r"|image|document|filename|file[ _-]?name|image[ _-]?name|key|trial|case|sample|question|doc|example|record|pair"
    r"|stimulus",
    "rater": rf"((?:{PEOPLE})|model|(judge|grader|evaluator|rater|annotator|scorer)[ _.-]?(model|llm)"
    r"|(annotat|rat|cod|label|review|judg|scor|grad|evaluat|screen|assess|check|mark|complet|creat|submitt|modifi"
    r"|updat)ed[ _]by"
    r"|email[ _]address)([ _-]?(id|name|email|hash|uuid))?",
    "confidence": r"(confidence|certainty|probability|prob|conf)([ _-]?(score|level|rating))?"
    r"|konfidenz|sicherheit|confiance|certitude|confianza|certeza|how (sure|confident|certain).*",
    "time": r"(time(stamp)?|date([ _]?time)?|when|(created|updated|submitted|annotated|rated|labell?ed|completed"
    r"|finished|saved)([ _](at|on|time|date))?|submit ?time|recorded ?date|end ?date)",
    "seconds": r"(seconds|duration|lead[ _]?time|time[ _](spent|taken)|elapsed|work ?time ?in ?seconds"
    r"|duration \(in seconds\))([ _](s|sec|seconds))?",
    "status": r"(assignment|submission)?[ _-]?status",
    "note": rf"({NOTES})s?",
    "label": r"(final[ _])?(label|rating|score|category|class|value|annotation|judge?ment|choice|code|answer|verdict"
    r"|bewertung|urteil|kategorie|etikett|jugement|étiquette|catégorie|etiqueta|categoría|juicio|puntuación"
    r"|decision|sentiment|grade|rank|is[ _].+|has[ _].+|correct(ness)?|majority[ _]correct)s?"
    r"([ _](label|value|score))?|.+[ _](label|score|rating|grade|judge?ment|verdict)"
    r"|.+\.(score|rating|grade|judge?ment|verdict)",
}
WHO = rf"{PEOPLE}|human|{MACHINES}|{REFERENCES}|final|adjudicated|consensus"
RIGHT = re.compile(r"^(label|class|category|target|gold|y|y_true|true|expected|reference|ground_?truth)$", re.I)
PREDICTED = re.compile(
    r"^(prediction|predicted|pred|y_pred|output|predicted_(label|class)|model_(label|answer))$", re.I
)
# what people are asked about, where a title stands over names of people: "Caption / Anna", "Fluency / Ben"
ASKED = re.compile(
    r"^(?:captions?|tables?|figures?|titles?|abstracts?|summary|text|vlm|contents?|organi[sz]ation|structure|grammar"
    r"|vocabulary|spelling|mechanics|conventions|style|tone|format(?:ting)?|.*(?:ity|ness|ency|ance|acy)"
    r"|(?:task|exercise|aufgabe|problem|criterion|part)[ _-]?\d+)$",
    re.I,
)
# words for qualities in other languages end so
QUALITY = re.compile(
    r".*(?:keit|heit|tät|itaet|ité|idad|idade|ità|ость|ość|lijkheid|heid|lik|性|度|성|도|さ)|overall|gesamt|总体|総合|전반"
    r"|helpful(ly)?|harmless|relevan(t|z)|coheren(t|z)|factual|faithful|grammatical|fluent|informative|readable",
    re.IGNORECASE,
)
METRIC = re.compile(
    r"(acc|accuracy|acc_norm|em|exact_match|f1|f1_score|bleu\d?|sacrebleu|rouge[\w-]*|meteor|chrf|ter|bert_?score[\w]*"
    r"|bleurt|comet|perplexity|ppl|mcc|auc|pass@\d+|.*(faithfulness|relevanc[ey]|precision|recall|correctness|groundedness"
    r"|similarity|toxicity|helpfulness|harmlessness|hallucination|coherence))",
    re.IGNORECASE,
)
PARTS = {
    "confidence": r"confidence|certainty|conf|probability|prob",
    "note": r"comment|note|reason|explanation|rationale|justification",
    "time": r"time|timestamp|date|at",
    "seconds": r"seconds|duration",
    "rating": r"label|score|rating|correct|correctness|answer|judge?ment|category|class|choice|verdict|decision"
    r"|annotation|value|response",
}

# who is made of the others: an answer that they settled on
SETTLED = re.compile(
    r"(^|[\W_])(final|adjudicat\w+|consensus|majority|agreed|resolved|konsens\w*|consenso)($|[\W_])", re.IGNORECASE
)
# whose output is judged; "model" also names one who judges
JUDGED_NAMES = (
    r"(?:mt|nlg|asr|target|judged|evaluated|source)?[ _.-]?(?:system|model|run|engine|provider|generator|assistant|bot"
    r"|chatbot|method|summari[sz]er|translator|output[ _]?model|answer[ _]?model|model[ _]?version)"
    r"([ _.-]?(?:id|name|no|nr|number|label))?"
)
# criteria: each row says which one it is about; the second are so only where rows cross
QUESTION = re.compile(
    r"(criteri(on|a)|dimension|aspect|metric|quality|attribute|facet|rubric)([ _-]?(name|type|id))?", re.IGNORECASE
)
MAYBE_QUESTION = re.compile(
    r"(measure|question|scale|category|indicator|task|type|item|variable)([ _-]?(name|type|id))?", re.IGNORECASE
)
SEVERITY = re.compile(r"(error[ _-]?|mqm[ _-]?)?severity([ _-]?(level|label))?", re.IGNORECASE)
SEVERITIES = re.compile(
    r"minor|major|critical|neutral|no[ _-]?(error|issue)s?|none|trivial|severe|leicht|schwer|kritisch|gering|mineure?"
    r"|majeure?|critique|menor|mayor|crítico|\d",
    re.IGNORECASE,
)
ERROR = re.compile(r"(error|issue|mqm)?[ _-]?(category|type|class|kind|error|span[ _]?type)|error|issue", re.IGNORECASE)
WINNER = re.compile(
    r"winner|winning[ _](model|system|side)|preferred([ _](model|system|output|side|answer))?|preference|better"
    r"|best|favou?red|vote|choice|chosen|verdict|label|answer|judge?ment",
    re.IGNORECASE,
)
_SIDE = r"[ab12]|left|right|one|two|first|second"
CONTESTANT = re.compile(
    rf"(?P<of>model|system|assistant|response|answer|output|option|candidate|player|contestant|summary|translation|run|modell"
    rf"|generator|policy|method|bot|chatbot"
    rf"|modèle|modelo|opponent|competitor|provider)s?[ _.-]?(?P<side>{_SIDE})([ _.-]?(?P<end>name|id|model|system))?"
    rf"|(?P<side2>{_SIDE})[ _.-](?P<of2>model|system|assistant|option|candidate|player)",
    re.IGNORECASE,
)
# a side as a cell names it: "A", "model_b", "left is better"
SIDE = re.compile(
    r"(?:(?:model|system|assistant|response|answer|output|option|candidate|text|side|player|contestant|summary"
    r"|translation|modell|modèle|modelo|modello|antwort|réponse|respuesta)[ _-]*)?"
    rf"(?P<side>{_SIDE}|0)(?:\.0+)?(?:[ _-]*(?:wins?|won|(?:is )?better|(?:is )?preferred))?",
    re.IGNORECASE,
)
# a part of an item's key that alone is none: a turn of a question
KEY_PART = re.compile(
    r"(turn|seg(ment)?|sent(ence)?|line|paragraph|para|utterance|chunk|span|step|page|opponent|reference|passage|clause|zug"
    r"|runde|satz|segment|absatz|zeile|tour|phrase|ligne|turno|frase|oración|реплика|ход|предложение|сегмент|轮次|句子|段|句|段落|轮)"
    r"([ _.-]?(id|no|nr|number|index|idx|key))?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r".*[a-z\d][ _.-](id|nr|no|num|number|nummer|key|idx|index|uuid|guid|hash|n°|numéro|numero|número)"
    r"|(id|n°|nr|numéro|numero|número|номер|ид|numer|nummer)[ _.-](d[eou][ _]|des[ _]|da[ _])?.+",
    re.IGNORECASE,
)
# names of ids that number ratings, sittings or people's work, and no thing judged
NOT_ITEM = re.compile(
    r"(assignment|submission|response|session|batch|answer|rating|annotation|judge?ment|label|row|worker|user|rater"
    r"|annotator|participant|listener|author|project|campaign|form|survey|suite|group|category|class|topic|team|model|system|run)"
    r"([ _.-]?(task|set|suite))?[ _.-]?(id|nr|no|num|number|key|idx|index|uuid)",
    re.IGNORECASE,
)
# names of what tells rows apart beside the item, or describes it or who judged: never a judgement
_CONDITION = re.compile(
    r"(?:^|[\W_\d])(?:(?:source|target|src|tgt)?lang(?:uage)?|condition|version|(?:data|sub|train|test|dev)?set|split|fold|run"
    r"|seed|temperature|round|task|topic|domain|categor(?:y|ie)|metric|dimension|criteri(?:on|a)|aspect|question|group|type"
    r"|source|system|prompt|year|site|country|countries|batch|phase|session|genre|school|subject|baseline|tool|model|method"
    r"|corp(?:us|ora)|part|time(?:stamp)?|date|gender|sex|age|region|native|education|level|race|ethnicity|nationality|religion"
    r"|occupation|employment|income|locale|platform|device|browser|fach|sprache|\w*gruppe|geschlecht|alter)s?(?:$|[\W_\d])",
    re.IGNORECASE,
)
# names of what a platform says of a row, and nobody judged: "is_gold", "attention check passed"
FLAG = re.compile(
    r"(?:(?:is|was|has)[ _])?(?:gold(?:en)?|gold[ _]question|test|seed|control|training|practice|duplicated?"
    r"|hidden|drafts?|finished|completed?|document|active|deleted|archived|spam|tainted|missed|cancelled|skipped)"
    r"|(?:.+[ _])?(?:attention|catch|sanity)[ _](?:check|trial|item|question)s?(?:[ _].+)?",
    re.IGNORECASE,
)
# names of where a span of text begins and ends: places, and never judgements
_PLACE = re.compile(
    r"(?:.+ )?(?:(?P<start>start|begin(?:ning)?)|(?P<end>end|stop))"
    r"(?: (?:i|idx|index|pos|position|char|offset|token))?",
    re.IGNORECASE,
)
STATES = re.compile(r"(?:is|has)[ _]", re.IGNORECASE)  # "is_correct" was judged, "is_constrained" was known
KIND = re.compile(r"(?:.+[ _-])?(?:type|category|class|kind|label|tag)", re.IGNORECASE)
# names of what is computed from judgements
_WORKED_OUT = re.compile(
    r"(?:^|[\W_])(?:avg|average|mean|median|sum|total|std|sd|sem|stdev|variance|diff(?:erence)?|norm(?:ed|ali[sz]ed)?|z-?score"
    r"|majority|(?:hard|soft)[ _]labels?|kappa|entropy|aggregated?|summe|differenz|moyenne|médiane|écart|somme|promedio"
    r"|mediana|suma|média|сумма|разница)(?:$|[\W_])|平均|总分|合计|合計|평균|합계|средн(?:ее|ий|яя)|mittelwert|durchschnitt"
    r"|^(?:agree[sd]?|agreement|match(?:es|ed)?)$",
    re.IGNORECASE,
)
# names of what counts something up: the ratings of the table, or those of each person
RUNNING = re.compile(
    r"(trial|position|order|row|seq\w*|rank|round|page)([ _-]?(id|key|index|idx|number|nr|no\.?))?"
    r"|index|idx|number|nr|no\.?|#",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(n|num|number|count|len|length|words?|chars?|tokens?|age|year|height|width|latency|x|y|w|h)\b.*"
    r"|totals?|sum|summe|gesamt|mean|average|avg|total[ _](score|points)|somme|suma|soma|median|std|sd"
    r"|(n|num|nb|len)[ _].*|.*[ _](n|count|length|len|words|chars|tokens|size|ms|cost|latency|year|age)",
    re.IGNORECASE,
)
SUBJECT = re.compile(r"(subject|subj|patient|vp|vpnr|proband|case)[ _-]?(id|nr|no|number)?", re.IGNORECASE)
INDICATOR = re.compile(r"^(?P<of>label|is|class|tag|cat|category|topic|has)[ _.:-](?P<label>.+)$", re.IGNORECASE)
OWN_DATE = re.compile(r"publi|birth|dob|post|tweet|releas|event|due|expir|deadline|issued|document|article", re.I)
# words that end as those of qualities do, and are none
NO_QUALITY = re.compile(
    r"(?:.*[\W_])?(?:city|university|community|facility|capacity|entity|activity|quantity|modality|identity|ethnicity|nationality"
    r"|celebrity|charity|commodity|provenance|distance|insurance|finance|utterance|entrance|witness|business|illness|frequency"
    r"|latency|agency|emergency|currency|residency|pharmacy|einheit|krankheit|tätigkeit)(?:[\W_](?:id|name|type|simplified))?",
    re.IGNORECASE,
)
CONTENT = re.compile(
    r"text|prompt|sentence|input|content|title|caption|tweet|post|comment|answer|response|question|quer",
    re.I,
)
CASES = re.compile(r"trial|case|sample|question|example|record|pair|key|stimulus|item|unit", re.IGNORECASE)


@functools.lru_cache(maxsize=8192)
def says(column: str) -> frozenset[str]:
    """The roles that a column's name can say: of `item`, `rater`, `judged`, `label`, `question`, `confidence`, `time`,
    `seconds`, `status`, `note`, `severity`, `error`, `winner`, `contestant`."""
    names = {column.strip(), spaced(column)}
    found = {role for role, pattern in _BY_NAME.items() if any(map(pattern.fullmatch, names))}
    found |= {role for n in names if (role := role_of(n)) is not None}
    if FLAG.fullmatch(spaced(column)):
        found.discard("label")
    if "item" not in found and not found & {"rater", "judged", "question", "label"}:
        numbered = any(map(_NUMBERED.fullmatch, names)) and not any(map(NOT_ITEM.fullmatch, names))
        if numbered or any(KEY_PART.fullmatch(n) or SUBJECT.fullmatch(n) for n in names):
            found.add("item")
    if not found and "." in column.strip("."):  # a field inside another: "extra.confidence"
        found = set(says(column.rsplit(".", 1)[-1]) & {"confidence", "time", "seconds", "note"})
    return frozenset(found)


@functools.lru_cache(maxsize=8192)
def spaced(column: str) -> str:
    """A name with spaces between its words: "docSegId" and "_doc.seg_id" are "doc Seg Id" and "doc seg id"."""
    return re.sub(r"[\s_.]+", " ", re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", column)).strip()


def is_named(column: str) -> bool:
    """Whether a column's name stood in the file, and isn't its place in it."""
    return not re.fullmatch(r"column \d+|row name|unnamed.*", column, re.IGNORECASE)


def describes(column: str) -> bool:
    """Whether a name is of what describes, tells apart or counts the rows, and is no judgement."""
    name = spaced(column)
    known = _CONDITION.search(name) or FLAG.fullmatch(name) or column.strip().startswith("_") or place_in_text(column)
    return bool(known) or any(p.fullmatch(n) for p in (COUNTED, RUNNING) for n in (name, column.strip()))


def place_in_text(column: str) -> str:
    """`start` or `end` where a name is of the place at which a span of text begins or ends, else ""."""
    m = _PLACE.fullmatch(spaced(column))
    return "" if m is None else "start" if m["start"] else "end"


def is_condition(column: str) -> bool:
    """Whether a name is of what rows differ by: a version, a group, a language."""
    return _CONDITION.search(spaced(column)) is not None


def is_worked_out(column: str) -> bool:
    """Whether a name is of what is computed from judgements: their mean, spread or difference."""
    return _WORKED_OUT.search(spaced(column)) is not None


def is_metric(column: str) -> bool:
    """Whether a column is named after a measure ("f1", "faithfulness"), which no rater is."""
    return METRIC.fullmatch(column.strip()) is not None


_BY_NAME = {
    **{role: re.compile(pattern, re.IGNORECASE) for role, pattern in NAMES.items()},
    "judged": re.compile(JUDGED_NAMES, re.IGNORECASE),
    "question": QUESTION,
    "severity": SEVERITY,
    "error": ERROR,
    "winner": WINNER,
    "contestant": CONTESTANT,
}
WHO = WHO + "|" + "|".join(rater_words())
