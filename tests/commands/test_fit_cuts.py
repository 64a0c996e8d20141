"""`prescore --fit-cuts`: which cuts people's scores speak for, said and not taken."""

import pandas as pd

from annoeval.__main__ import main

TRUE = "Counts of waders at low water by month, with the mean of ten winters before the weir was built upstream."


def file_of(folder, rows, people):
    """Captions cut off ever shorter, each with the whole one as gold, and what people said of each."""
    shares = [0.3 + 0.7 * n / rows for n in range(rows)]
    frame = pd.DataFrame(
        {
            "type": "figure",
            "element_id": [f"e{n}" for n in range(rows)],
            "caption": [TRUE[: int(len(TRUE) * share)] for share in shares],
            "vlm_description": None,
            "content": None,
            "correct_caption": TRUE,
            "caption_score_Ana": [people(share) for share in shares],
        }
    )
    frame.to_csv(folder / "rows.csv", index=False)
    return str(folder / "rows.csv")


def test_people_who_forgive_more_are_offered_lower_cuts_and_the_options_that_set_them(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = file_of(tmp_path, 80, lambda share: 2 if share >= 0.7 else 1)
    assert main(["prescore", path, "--fit-cuts"]) == 0
    said = capsys.readouterr().out
    assert "Caption: recall 0.93 → 0.7 would agree better: κ with people" in said
    assert "To take them: --threshold caption.recall=0.7" in said
    assert [f.name for f in tmp_path.iterdir()] == ["rows.csv"]


def test_too_few_scores_of_people_fit_nothing(tmp_path, capsys):
    assert main(["prescore", file_of(tmp_path, 20, lambda share: 1), "--fit-cuts"]) == 0
    said = capsys.readouterr().out
    assert "50 are needed" in said
    assert "--threshold" not in said


def test_a_scorer_without_cuts_says_so(tmp_path, capsys):
    assert main(["prescore", file_of(tmp_path, 20, lambda share: 1), "--scorer", "similarity-only", "--fit-cuts"]) == 1
    assert "has no cuts" in capsys.readouterr().err
