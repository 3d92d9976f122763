#!/usr/bin/env python3
"""Certifies a client of Waymark with the vectors of this folder (Config/guides/clients.md).

usage: run.py [--only TOPIC]… [--show N] -- PROGRAM [ARGUMENT…]

The program is the client under test. It reads one JSON object on each line of its standard input, and writes one JSON
object on one line of its standard output for each, in the same order:

  {"do": "open", "body": TEXT}
      -> {"digest": SHA-256, "result": "opened", "invalid-body" or "unsupported-format"}
      Reads the bytes of a body; the requests to resolve that follow use it.
  {"do": "resolve", "address": TEXT, "context": OBJECT, "at": INSTANT}
      -> the resolution as JSON (language.md L7.7); members that are empty may be left out
  {"do": "follow", "app": NAME, "channel": NAME, "steps": [{"head": TEXT, "bodies": {DIGEST: TEXT}}, …]}
      -> {"steps": [{"result": "updated", "unchanged", "ignored" or "refused", "version": NUMBER, "fetched": BOOLEAN}, …]}
      A new client without a stored release gets one head after the other and asks for the bodies that it needs: those of
      its step, and those of earlier steps.

A program that only resolves may answer {"unsupported": true} to "follow"; those vectors are left out and counted. The exit
status is 0 if every answer is as the vectors say, 1 if one is not, 2 for a wrong command line.
"""

import argparse
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def text_of(address):
    """The address of a case: a text, or a list of texts and of [text, count] for repetitions."""
    if isinstance(address, str):
        return address
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in address)


def reduced(resolution):
    """A resolution without texts for people, without what the case says itself, and without empty members."""
    kept = {name: value for name, value in resolution.items()
            if name not in ("original", "version", "explanation", "source") and value not in ([], {}, None)}
    if "failure" in kept:
        kept["failure"] = {"code": kept["failure"].get("code")}
    if "layers" in kept:
        kept["layers"] = {name: items for name, items in kept["layers"].items() if items}
        if not kept["layers"]:
            del kept["layers"]
    return kept


def expected_part(name, resolution):
    """The part of a resolution that a member of `expect` is compared with."""
    trail = resolution.get("trail", [])
    last = trail[-1] if trail else {}
    return {
        "code": lambda: resolution.get("failure", {}).get("code"),
        "rule": lambda: last.get("rule"),
        "alternative": lambda: last.get("alternative"),
        "rules": lambda: [hop["rule"] for hop in trail],
        "from": lambda: trail[0].get("from") if trail else None,
        "parameters": lambda: resolution.get("parameters", {}),
    }.get(name, lambda: resolution.get(name))()


class Requests:
    """The requests of all vectors, each with a function that judges its answer."""

    def __init__(self):
        self.lines, self.judges, self.topics = [], [], []

    def add(self, topic, request, judge):
        """`judge` gets the answer, and returns what is wrong with it, or nothing."""
        self.lines.append(json.dumps(request, ensure_ascii=False))
        self.judges.append(judge)
        self.topics.append(topic)

    def add_resolutions(self, topic, file):
        """The cases of a file, body by body."""
        for name, body in file["bodies"].items():
            text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            self.add(None, {"do": "open", "body": text}, lambda answer, name=name: (
                None if answer.get("result") == "opened" else f"the body {name} is not opened: {answer}"))
            for case in file["cases"]:
                if case["body"] == name:
                    request = {"do": "resolve", "address": text_of(case["address"]),
                               "context": case.get("context", {}), "at": case.get("at", file["at"])}
                    self.add(topic, request, lambda answer, case=case: judge_resolution(case, answer))

    def add_bodies(self, topic, file):
        """Texts of bodies, each with its digest and whether a client can use it."""
        for case in file["cases"]:
            wanted = {"digest": case["digest"], "result": case["result"]}
            self.add(topic, {"do": "open", "body": text_of(case["body"])}, lambda answer, case=case, wanted=wanted: (
                None if {name: answer.get(name) for name in wanted} == wanted
                else f"{case['name']}: {answer} should be {wanted}"))

    def add_heads(self, topic, file):
        """Heads, one after the other, and what a client does with each."""
        for case in file["cases"]:
            steps = [{"head": step["head"], "bodies": {digest: file["bodies"][name]
                                                       for digest, name in step.get("bodies", {}).items()}}
                     for step in case["steps"]]
            request = {"do": "follow", "app": file["app"], "channel": case.get("channel", "production"), "steps": steps}
            self.add(topic, request, lambda answer, case=case: judge_steps(case, answer))


def judge_resolution(case, answer):
    """What is wrong with a resolution, or nothing."""
    actual = reduced(answer)
    place = f"{case['body']}: {str(text_of(case['address']))[:200]} with {case.get('context', {})}"
    if "resolution" in case and actual != case["resolution"]:
        return f"{place}\n    is        {json.dumps(actual, ensure_ascii=False)}" \
               f"\n    should be {json.dumps(case['resolution'], ensure_ascii=False)}"
    for name, wanted in case.get("expect", {}).items():
        found = expected_part(name, actual)
        if found != wanted:
            return f"{place}: {name} is {json.dumps(found)[:400]}, should be {json.dumps(wanted)[:400]}"
    return None


def judge_steps(case, answer):
    """What is wrong with the steps of a client, or nothing."""
    actual = answer.get("steps", [])
    wanted = [step["expect"] for step in case["steps"]]
    if len(actual) != len(wanted):
        return f"{case['name']}: {len(wanted)} steps have {len(actual)} answers: {answer}"
    for number, (found, step) in enumerate(zip(actual, wanted)):
        # The words of `code` are those of one client; another one may have none.
        compared = {name: value for name, value in step.items() if name != "code" or "code" in found}
        if {name: found.get(name) for name in compared} != compared:
            return f"{case['name']}, step {number + 1}: {found} should be {step}"
    return None


def requests(only):
    """All requests, or those of some topics."""
    all_requests = Requests()
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem == "schema" or only and path.stem not in only:
            continue
        file = json.loads(path.read_text(encoding="utf-8"))
        kind = {"bodies": all_requests.add_bodies, "heads": all_requests.add_heads}
        kind.get(path.stem, all_requests.add_resolutions)(path.stem, file)
    return all_requests


def main():
    parser = argparse.ArgumentParser(description="Certifies a client of Waymark with vectors.")
    parser.add_argument("--only", action="append", metavar="TOPIC", help="only this file, without .json; can be repeated")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="how many wrong answers are printed (10)")
    parser.add_argument("program", nargs="+", help="the client under test and its arguments, after --")
    options = parser.parse_args()
    todo = requests(options.only)
    if not todo.lines:
        parser.error("there is no such topic")
    # All requests are sent at once: the client needs no flushing, and no waiting is needed here.
    client = subprocess.run(options.program, input="\n".join(todo.lines) + "\n", stdout=subprocess.PIPE, text=True,
                            encoding="utf-8", check=False)
    answers = client.stdout.rstrip("\n").split("\n")
    counts, wrong, left_out = {}, [], 0
    for number, judge in enumerate(todo.judges):
        topic = todo.topics[number]
        if topic is not None:
            counts[topic] = counts.get(topic, 0) + 1
        try:
            answer = json.loads(answers[number]) if number < len(answers) else {"error": "there is no answer"}
        except ValueError as error:
            answer = {"error": f"{error} in {answers[number][:200]}"}
        if answer.get("unsupported") and topic == "heads":
            left_out += 1
            continue
        problem = answer.get("error") or judge(answer)
        if problem:
            wrong.append(f"{topic or 'body'}: {problem}")
    for problem in wrong[:options.show]:
        print(problem)
    for topic, count in counts.items():
        failed = sum(1 for problem in wrong if problem.startswith(topic + ":"))
        print(f"{topic:16} {count - failed:5} of {count}")
    total = sum(counts.values())
    print(f"{'all':16} {total - len(wrong):5} of {total}" + (f", {left_out} left out" if left_out else ""))
    if client.returncode:
        print(f"the client ended with status {client.returncode} after {len(answers)} answers")
    return 1 if wrong or client.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
