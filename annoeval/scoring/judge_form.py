"""How a judge is asked over an OpenAI-compatible API, and how its answer is read."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from annoeval.scoring.judge_terms import Case, Settings, Verdict


def request(case: Case, image: bytes | None, settings: Settings, schema: bool) -> dict[str, Any]:
    """The body of a request for a chat completion. schema: whether the answer's form is demanded by a JSON schema."""
    texts = "\n\n".join(f"{title}:\n{text}" for title, text in case.texts.items())
    asked = "\n\n".join(p for p in (settings.question, settings.rubric and f"Rubric:\n{settings.rubric}", texts) if p)
    form = 'Answer as JSON only: {"score": …, "confidence": …, "reason": "…"}.'
    content: list[dict[str, Any]] = [{"type": "text", "text": f"{asked}\n\n{form}"}]
    if image:
        kind = "png" if image[:4] == b"\x89PNG" else "jpeg"
        data = base64.b64encode(image).decode()
        content.append({"type": "image_url", "image_url": {"url": f"data:image/{kind};base64,{data}"}})
    body: dict[str, Any] = {
        "model": settings.model,
        "temperature": 0,
        "messages": [{"role": "user", "content": content}],
    }
    if schema:
        properties = {
            "score": {"type": "integer", "enum": list(settings.scores)},
            "confidence": {"type": "number"},
            "reason": {"type": "string"},
        }
        wanted = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": wanted},
        }
    return body


def read(id: str, body: bytes, settings: Settings) -> Verdict:
    """The verdict in a server's answer; none, with the reason, where it has another form."""
    try:
        answer = json.loads(body)
        message = answer["choices"][0]["message"]
        used = answer.get("usage") or {}
        tokens = int(used.get("prompt_tokens") or 0), int(used.get("completion_tokens") or 0)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return Verdict(id, None, None, "the answer is no chat completion")
    if message.get("refusal"):
        return Verdict(id, None, None, f"the model refused: {str(message['refusal'])[:200]}", tokens)
    said = _object(message.get("content"))
    if said is None:
        return Verdict(id, None, None, "the answer holds no JSON object", tokens)
    score, sure = said.get("score"), said.get("confidence")
    if isinstance(score, str) and re.fullmatch(r"\s*-?\d+(\.0+)?\s*", score):
        score = float(score)
    if isinstance(score, bool) or not isinstance(score, (int, float)) or score not in settings.scores:
        return Verdict(id, None, None, f"the answer's score {score!r} is none of {list(settings.scores)}", tokens)
    if isinstance(sure, bool) or not isinstance(sure, (int, float)) or not 0 <= sure <= 1:
        sure = None
    reason = str(said.get("reason") or "").strip()
    return Verdict(id, int(score), None if sure is None else float(sure), reason, tokens)


def _object(content: Any) -> dict[str, Any] | None:
    """The JSON object in a text, perhaps with words or marks of code around it."""
    if isinstance(content, list):  # some servers give parts
        content = "".join(str(p.get("text", "")) for p in content if isinstance(p, dict))
    if not isinstance(content, str):
        return None
    start, end = content.find("{"), content.rfind("}")
    try:
        found = json.loads(content[start : end + 1]) if 0 <= start < end else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
