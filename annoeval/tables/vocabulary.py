"""What the names of columns say they hold: the words of every language known so far, as data.

One word may say several things ("model" judges or is judged), so a name gives a set of roles (`says`).
"""

from __future__ import annotations

import functools
import re
import unicodedata

from annoeval.vocabulary import MACHINES, PEOPLE, REFERENCES

# English, and what stands in any language
NAMES = {
    "item": r"(item|image|img|doc(ument)?|text|task|sample|example|question|unit|trial|record|case|hit|sentence|tweet"
    r"|post|comment|figure|element|pair|stimulus|video|clip)?[ _-]?(id|key|index|idx|number|nr|no|hash|uuid)|item|unit"
    r"|image|document|filename|file[ _-]?name|image[ _-]?name|key|trial|case|sample|question|doc|example|record|pair"
    r"|stimulus",
    "rater": rf"((?:{PEOPLE})|model|(judge|grader|evaluator|rater|annotator|scorer)[ _.-]?(model|llm)"
    r"|(annotat|rat|cod|label|review|judg|scor|grad|evaluat|complet|creat|submitt|modifi|updat)ed[ _]by"
    r"|email[ _]address)([ _-]?(id|name|email|hash|uuid))?",
    "confidence": r"(confidence|certainty|probability|prob|conf)([ _-]?(score|level|rating))?"
    r"|konfidenz|sicherheit|confiance|certitude|confianza|certeza|how (sure|confident|certain).*",
    "time": r"(time(stamp)?|date([ _]?time)?|when|(created|updated|submitted|annotated|rated|labell?ed|completed"
    r"|finished|saved)([ _](at|on|time|date))?|submit ?time|recorded ?date|end ?date)",
    "seconds": r"(seconds|duration|lead[ _]?time|time[ _](spent|taken)|elapsed|work ?time ?in ?seconds"
    r"|duration \(in seconds\))([ _](s|sec|seconds))?",
    "status": r"(assignment|submission)?[ _-]?status",
    "note": r"(note|comment|remark|reason|explanation|rationale|justification|feedback)s?",
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
)  # fmt: skip
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
    r"(measure|question|scale|category|indicator|task|type|item)([ _-]?(name|type|id))?", re.IGNORECASE
)
SEVERITY = re.compile(r"(error[ _-]?|mqm[ _-]?)?severity([ _-]?(level|label))?", re.IGNORECASE)
SEVERITIES = re.compile(
    r"minor|major|critical|neutral|no[ _-]?(error|issue)s?|none|trivial|severe|leicht|schwer|kritisch|gering|mineure?"
    r"|majeure?|critique|menor|mayor|crítico|\d", re.IGNORECASE,
)  # fmt: skip
ERROR = re.compile(r"(error|issue|mqm)?[ _-]?(category|type|class|kind|error|span[ _]?type)|error|issue", re.IGNORECASE)
WINNER = re.compile(
    r"winner|winning[ _](model|system|side)|preferred([ _](model|system|output|side|answer))?|preference|better"
    r"|best|favou?red|vote|choice|chosen|verdict|label|answer|judge?ment", re.IGNORECASE,
)  # fmt: skip
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
    r"([ _.-]?(id|no|nr|number|index|idx|key))?", re.IGNORECASE,
)  # fmt: skip
_NUMBERED = re.compile(
    r".*[a-z\d][ _.-](id|nr|no|num|number|nummer|key|idx|index|uuid|guid|hash|n°|numéro|numero|número)"
    r"|(id|n°|nr|numéro|numero|número|номер|ид|numer|nummer)[ _.-](d[eou][ _]|des[ _]|da[ _])?.+",
    re.IGNORECASE,
)
# names of ids that number ratings, sittings or people's work, and no thing judged
NOT_ITEM = re.compile(
    r"(assignment|submission|response|session|batch|answer|rating|annotation|judge?ment|label|row|worker|user|rater"
    r"|annotator|participant|listener|author|project|campaign|form|survey|suite|group|category|class|topic|team|model|system|run)"
    r"([ _.-]?(task|set|suite))?[ _.-]?(id|nr|no|num|number|key|idx|index|uuid)", re.IGNORECASE,
)  # fmt: skip
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
# qualities' names that stand over the things themselves as well
THINGS = re.compile(r"(captions?|tables?|figures?|titles?|abstracts?|summary|text|contents?|vlm)", re.IGNORECASE)
CONTENT = re.compile(
    r"text|prompt|sentence|input|content|title|caption|tweet|post|comment|answer|response|question|quer",
    re.I,
)
CASES = re.compile(r"trial|case|sample|question|example|record|pair|key|stimulus|item|unit", re.IGNORECASE)

# Chinese, Japanese, Korean; German, French, Spanish, Portuguese, Italian, Russian, Polish, Dutch, Turkish; as `folded`
# writes them, "_" for a space
_WORDS = {
    "item": """
        编号 序号 样本 样例 条目 图片 图像 文档 问题 题号 用例 編號 序號 樣本 圖片 圖像 文件 番号 項目 文書 画像
        サンプル 質問 設問 事例 번호 항목 문서 이미지 샘플 문항 질문 아이템 사례 nummer nr lfd_nr beleg bild
        dokument fall beispiel objekt frage aufgabe eintrag numero n° identifiant exemple cas identificador
        elemento documento imagen ejemplo caso pregunta imagem exemplo pergunta questao identificativo immagine
        esempio domanda номер № ид идентификатор документ объект пример изображение картинка вопрос случай
        элемент образец numer lp identyfikator obiekt obraz przyklad przypadek pytanie pozycja afbeelding
        voorbeeld geval vraag onderdeel numara kimlik belge goruntu resim ornek vaka soru oge madde""",
    "rater": """
        标注者 标注员 标注人 标注人员 注释者 注释员 评分者 评分员 评分人 评价者 评价人 评估者 评估员 评审 评审员
        评委 审核员 审阅者 专家 编码者 编码员 打分人 用户 標註者 標注者 註釋者 評分者 評審 編碼者 專家 評価者
        アノテーター アノテータ 注釈者 作業者 判定者 採点者 回答者 コーダー 審査員 レビュアー 専門家 평가자
        주석자 어노테이터 라벨러 작업자 채점자 코더 검토자 심사자 심사위원 응답자 전문가 annotierer annotiererin
        annotatorin bewerter bewerterin beurteiler beurteilerin kodierer kodiererin codierer prufer pruferin
        gutachter gutachterin experte expertin nutzer teilnehmer annotateur annotatrice evaluateur evaluatrice
        codeur codeuse juge correcteur correctrice relecteur anotador anotadora evaluador evaluadora codificador
        codificadora juez revisor revisora experto experta etiquetador participante calificador avaliador
        avaliadora juiz especialista perito annotatore valutatore valutatrice codificatore giudice revisore
        esperto esperta etichettatore partecipante аннотатор разметчик оценщик эксперт кодировщик кодер
        рецензент судья асессор ассессор проверяющий участник респондент anotator adnotator oceniajacy
        oceniajaca koder kodujacy ekspert sedzia recenzent uczestnik beoordelaar deelnemer etiketleyen
        etiketleyici isaretleyici degerlendirici degerlendiren puanlayici kodlayici uzman hakem katilimci""",
    "confidence": """
        置信度 信心 确信度 把握 信心度 確信度 信頼度 自信度 확신도 신뢰도 자신감 konfidenz sicherheit
        uberzeugung confiance certitude assurance confianza certeza seguridad confianca fiducia sicurezza
        certezza confidenza уверенность достоверность pewnosc ufnosc zekerheid vertrouwen guven guven_duzeyi""",
    "time": """
        时间 日期 标注时间 提交时间 评分时间 時間 日時 日付 作成日時 評価日時 시간 날짜 일시 zeit zeitpunkt
        datum zeitstempel heure horodatage date_heure fecha hora fecha_y_hora data data_hora data_ora время дата
        дата_и_время czas tijd tijdstip zaman tarih saat""",
    "seconds": """
        用时 耗时 所要時間 作業時間 소요_시간 소요시간 dauer bearbeitungszeit duree duracion duracao durata
        длительность продолжительность czas_trwania duur""",
    "note": """
        备注 评论 说明 理由 原因 備註 評論 備考 コメント メモ 비고 코멘트 메모 의견 이유 kommentar anmerkung
        bemerkung notiz begrundung commentaire remarque comentario observacion nota justificacion motivo
        observacao justificativa commento osservazione motivazione комментарий примечание замечание обоснование
        пояснение komentarz uwaga uwagi uzasadnienie notatka opmerking commentaar toelichting notitie reden
        yorum aciklama gerekce""",
    "label": """
        标签 标注 标注结果 类别 分类 评分 得分 分数 评级 等级 判断 打分 情感 標籤 標註 類別 分類 評分 分數
        ラベル 評価 スコア 得点 点数 採点 カテゴリ カテゴリー 判定 評定 感情 라벨 레이블 평가 점수 등급 분류
        범주 판정 카테고리 감정 etikett kategorie klasse bewertung urteil punktzahl punkte einstufung wertung
        einschatzung stimmung etiquette categorie classe jugement notation evaluation etiqueta categoria clase
        juicio puntuacion puntaje calificacion valoracion evaluacion sentimiento rotulo julgamento pontuacao
        avaliacao classificacao sentimento etichetta giudizio punteggio valutazione voto метка разметка
        категория класс оценка балл баллы рейтинг суждение вердикт тональность etykieta kategoria klasa ocena
        wynik punkty osad werdykt sentyment oordeel beoordeling cijfer waardering etiket kategori sinif puan
        skor degerlendirme derece karar duygu""",
    "judged": """
        系统 模型 系統 モデル システム 시스템 모델 modell système systeme modele moteur sistema modelo motore modello
        система модель systeem sistem""",
    "question": """
        merkmal kriterium aspekt critère critere criterio critério criterio критерий kryterium kriter criterium 标准
        维度 指标 標準 維度 指標 観点 評価項目 기준 항목명 aspecto aspetto аспект dimensione dimensión dimensão""",
    "severity": """
        schwere schweregrad gravité gravite gravedad gravidade gravità gravita серьёзность тяжесть waga ernst ciddiyet
        严重程度 严重性 嚴重程度 重大度 深刻度 심각도""",
    "error": """
        fehler fehlerart fehlertyp fehlerkategorie erreur type_d'erreur tipo_de_error errore ошибка тип_ошибки błąd fout
        hata 错误类型 錯誤類型 エラー種別 오류_유형""",
    "winner": """
        gewinner sieger besser gagnant vainqueur préféré ganador vencedor vincitore победитель zwycięzca winnaar kazanan
        胜者 获胜者 勝者 승자""",
}  # fmt: skip
_ID = re.compile(r"^(?P<of>.+?)[ ]?(?:id|nr|no|nummer|编号|編號|番号|번호|номер|numero|numer|名|姓名|氏名|이름)$")
GRADE_OR_NOTE = frozenset({"note", "noten", "notes", "nota", "notas"})  # a grade in one language, a remark in another
_ACCENTED = {"a": "áàâãäą", "c": "çć", "e": "éèêëę", "g": "ğ", "i": "íîïı", "l": "ł", "n": "ñń", "o": "óôõö", "s": "şś",
             "u": "úùûü", "z": "źż"}  # fmt: skip
_LATIN = {"ı": "i", "ł": "l", "ø": "o", "đ": "d"}


@functools.lru_cache(maxsize=8192)
def role_of(column: str) -> str | None:
    """The role that a name in one of these languages says, or None."""
    name = folded(column)
    if name in _ROLE:
        return _ROLE[name]
    numbered = _ID.match(name)
    if numbered is None:
        return None
    role = _ROLE.get(numbered["of"])
    if role in ("item", "rater"):
        return role
    return "item" if role is None and not column.isascii() else None


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
        found = set(says(column.rsplit(".", 1)[-1]) & {"label", "confidence", "time", "seconds", "note"})
    return frozenset(found)


@functools.lru_cache(maxsize=8192)
def spaced(column: str) -> str:
    """A name with spaces between its words: "docSegId" and "_doc.seg_id" are "doc Seg Id" and "doc seg id"."""
    return re.sub(r"[\s_.]+", " ", re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", column)).strip()


def describes(column: str) -> bool:
    """Whether a name is of what describes, tells apart or counts the rows, and is no judgement."""
    name = spaced(column)
    known = _CONDITION.search(name) or FLAG.fullmatch(name) or column.strip().startswith("_")
    return bool(known) or any(p.fullmatch(n) for p in (COUNTED, RUNNING) for n in (name, column.strip()))


def is_condition(column: str) -> bool:
    """Whether a name is of what rows differ by: a version, a group, a language."""
    return _CONDITION.search(spaced(column)) is not None


def is_worked_out(column: str) -> bool:
    """Whether a name is of what is computed from judgements: their mean, spread or difference."""
    return _WORKED_OUT.search(spaced(column)) is not None


def is_metric(column: str) -> bool:
    """Whether a column is named after a measure ("f1", "faithfulness"), which no rater is."""
    return METRIC.fullmatch(column.strip()) is not None


def rater_words() -> list[str]:
    """Patterns of words for one who judges, the longest first, with or without accents."""
    words = sorted((w for w, role in _ROLE.items() if role == "rater"), key=len, reverse=True)
    return ["".join(f"[{c}{_ACCENTED[c]}]" if c in _ACCENTED else re.escape(c) for c in word) for word in words]


def folded(name: str) -> str:
    """A name as the words are written here: small letters without accents, one space between words."""
    text = re.sub(r"[\s_.\-]+", " ", unicodedata.normalize("NFKC", name).casefold()).strip(" :*")
    if not any(c < "\u0100" or "LATIN" in unicodedata.name(c, "") for c in text if c.isalpha()):
        return text
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(_LATIN.get(c, c) for c in bare))


_ROLE = {folded(word): role for role, words in _WORDS.items() for word in words.split()}
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
