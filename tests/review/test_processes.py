"""Several servers on one database: what one stores, the others say, and their migrations don't meet."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection

from annoeval.conclusions import resolve
from annoeval.review.store import Store
from tests.review.conftest import small_study

SERVERS = 3
AT_ONCE = 12  # answers that each server stores while the others do


def serve(url: str, home: str, told: Connection) -> None:
    """A server's store: opened on a database that may be new, then asked and told by name."""
    store = Store(url=url, home=home, loader=small_study)
    told.send(sorted(store.studies()["id"]))
    while (asked := told.recv()) is not None:
        do, id, *rest = asked
        if do == "decide":
            item, value, who = rest
            told.send(store.decide(id, item, "caption", value, reviewer=who).event.number)
        elif do == "many":
            told.send(
                [
                    store.decide(id, f"f{n % 6 + 1}", "caption", n % 3, reviewer=rest[0]).event.number
                    for n in range(AT_ONCE)
                ]
            )
        else:
            final = resolve(store.study(id))
            said = {
                i: v
                for i, d, v in zip(final["item_id"], final["dimension"], final["value"], strict=True)
                if d == "caption"
            }
            told.send((store.study(id).digest, store.version(id), said))
    store.database.close()
    told.close()


def test_three_servers_of_one_database_tell_one_truth(database_url, tmp_path):
    fork = multiprocessing.get_context("fork")
    ends = [fork.Pipe() for _ in range(SERVERS)]
    servers = [fork.Process(target=serve, args=(database_url, str(tmp_path), theirs)) for _, theirs in ends]
    for server in servers:  # on an empty database, all at once
        server.start()
    mine = [ours for ours, _ in ends]

    def answer(n):
        assert mine[n].poll(20), f"server {n} says nothing"
        return mine[n].recv()

    def ask(n, *words):
        mine[n].send(words)
        return answer(n)

    try:
        assert [answer(n) for n in range(SERVERS)] == [[]] * SERVERS
        own = Store(url=database_url, home=tmp_path, loader=small_study)
        id = own.add_study([("scores.csv", b"item_id\nf1\n")])
        own.database.close()
        for n in range(SERVERS):  # each has read the study before anyone decides
            assert ask(n, "say", id)[2]["f1"] == 0
        for value, by in ((1, 0), (2, 1), (0, 2)):
            ask(by, "decide", id, "f1", value, "Ana")
            others = [ask(n, "say", id) for n in range(SERVERS) if n != by]
            assert [o[2]["f1"] for o in others] == [value] * (SERVERS - 1)
        before = ask(0, "say", id)[1]
        for n in range(SERVERS):
            mine[n].send(("many", id, f"R{n}"))
        numbers = [number for n in range(SERVERS) for number in answer(n)]
        assert sorted(numbers) == list(range(before + 1, before + SERVERS * AT_ONCE + 1))  # none twice, none lost
        told = [ask(n, "say", id) for n in range(SERVERS)]
        assert told == [told[0]] * SERVERS
    finally:
        for ours in mine:
            ours.send(None)
        for server in servers:
            server.join(10)
            server.kill()
