"""What several tables and pages ask of a study is worked out once, and only what is looked at."""

from annoeval.evaluation import estimates as module
from annoeval.evaluation.coverage_of_review import coverage
from annoeval.opening import load
from annoeval.report.material import Asked, Material

ROWS = "item,AI,Mei,domain\n" + "".join(f"i{n},{n % 3},{n % 2 if n < 9 else ''},{'AB'[n % 2]}\n" for n in range(30))


def study():
    return load(("scores.csv", ROWS.encode()))


def test_how_much_people_reviewed_is_worked_out_once_a_study():
    one = study()
    dimension = next(iter(one.dimensions))
    assert coverage(one, dimension) is coverage(one, dimension)


def test_the_sentence_over_all_items_takes_no_estimate_of_a_group(monkeypatch):
    one, split = study(), []
    made = module._of_dimension
    monkeypatch.setattr(module, "_of_dimension", lambda s, d, by, looks: split.append(by) or made(s, d, by, looks))
    Material(one, Asked()).partial(next(iter(one.dimensions)))
    assert split == [()]
