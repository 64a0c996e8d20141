"""What names of columns say in other languages than English: words and their roles, as data."""

from __future__ import annotations

import functools
import re
import unicodedata

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
}
_ID = re.compile(r"^(?P<of>.+?)[ ]?(?:id|nr|no|nummer|编号|編號|番号|번호|номер|numero|numer|名|姓名|氏名|이름)$")
GRADE_OR_NOTE = frozenset({"note", "noten", "notes", "nota", "notas"})  # a grade in one language, a remark in another
_ACCENTED = {"a": "áàâãäą", "c": "çć", "e": "éèêëę", "g": "ğ", "i": "íîïı", "l": "ł", "n": "ñń", "o": "óôõö", "s": "şś",
             "u": "úùûü", "z": "źż"}  # fmt: skip
_BARE = str.maketrans({c: bare for bare, accented in _ACCENTED.items() for c in accented + accented.upper()})
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


def rater_words() -> list[str]:
    """Patterns of words for one who judges, the longest first, as `bare` writes them."""
    return [re.escape(w) for w in sorted((w for w, role in _ROLE.items() if role == "rater"), key=len, reverse=True)]


def bare(name: str) -> str:
    """A name without the accents of these words, letter for letter, so that places in it stay."""
    return name.translate(_BARE)


def folded(name: str) -> str:
    """A name as the words are written here: small letters without accents, one space between words."""
    text = re.sub(r"[\s_.\-]+", " ", unicodedata.normalize("NFKC", name).casefold()).strip(" :*")
    if not any(c < "\u0100" or "LATIN" in unicodedata.name(c, "") for c in text if c.isalpha()):
        return text
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", "".join(_LATIN.get(c, c) for c in bare))


_ROLE = {folded(word): role for role, words in _WORDS.items() for word in words.split()}
