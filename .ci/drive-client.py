"""Drives a session with the client that openapi-python-client makes from the contract (package `waymark_client`).

Every answer must have the status that is expected, and the parsed answer, written out again, must be the JSON that was
sent. Instants are compared as instants, because the client writes `+00:00` where the server writes `Z`.
usage: drive-client.py SERVER TOKEN
"""

import importlib
import json
import pkgutil
import re
import sys
from datetime import datetime

import waymark_client
from waymark_client import AuthenticatedClient
from waymark_client import models

server, token = sys.argv[1:]
client = AuthenticatedClient(base_url=server, token=token)
counts = {"calls": 0, "compared": 0}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")

# Each operation and each model can be imported.
modules = [importlib.import_module(module.name)
           for module in pkgutil.walk_packages(waymark_client.__path__, "waymark_client.")]
operations = {module.__name__.rsplit(".", 1)[-1]: module for module in modules if hasattr(module, "sync_detailed")}


def steady(value):
    """A value with its instants in one spelling, and with whole numbers as such."""
    if isinstance(value, dict):
        return {name: steady(member) for name, member in value.items()}
    if isinstance(value, list):
        return [steady(element) for element in value]
    if isinstance(value, str) and INSTANT.fullmatch(value):
        return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
    return value


def call(operation, status, *path, body=None, model=None, **parameters):
    """Calls an operation; `model` reads the body, so that it passes through the types of the client."""
    if body is not None:
        read = getattr(models, model).from_dict(body)
        if steady(read.to_dict()) != steady(body):
            sys.exit(f"{operation}: the client makes {read.to_dict()} of {body}")
        parameters["body"] = read
    response = operations[operation].sync_detailed(*path, client=client, **parameters)
    counts["calls"] += 1
    if response.status_code != status:
        sys.exit(f"{operation}: {response.status_code} {response.content.decode()}")
    if not response.content:
        return None
    sent = json.loads(response.content)
    if response.parsed is None:
        sys.exit(f"{operation}: the client has no type for {sent}")
    if steady(response.parsed.to_dict()) != steady(sent):
        sys.exit(f"{operation}: sent {sent}, parsed {response.parsed.to_dict()}")
    counts["compared"] += 1
    return response.parsed


OVER = {"if_match": "*"}
RULES = [
    {"id": "item", "match": ["/item/:id", {"hostname": "shop.example", "pathname": "/i/:id"}],
     "to": {"screen": "Item", "parameters": {"tab": "reviews", "page": 2, "new": True}, "transition": "push"},
     "when": {"platform": ["ios"], "appVersion": ">=5", "rollout": {"percent": 12.5},
              "not": {"region": ["CN"], "attributes": {"group": ["b"]}}}, "note": "items", "priority": 3},
    {"id": "old", "match": ["/old/:id"], "to": {"redirect": "https://shop.example/item/{id}", "query": "drop"},
     "when": {"rollout": {"ramp": {"from": 0, "to": 100, "start": "2026-01-01T00:00:00Z",
                                   "end": "2026-02-01T00:00:00Z"}, "by": "userID"}}},
    {"id": "late", "match": ["/late"], "to": {"block": "closed"}, "when": {"before": "2020-01-01T00:00:00Z"},
     "allow": {"expired": "kept for the next sale"}},
]
SETTINGS = {
    "origins": ["https://shop.example"], "destinations": ["https://shop.example"], "schemes": ["shop"],
    "authority": {"shop": "host"}, "title": "Shop",
    "surfaces": {"shop.example": {"apple": [{"appID": "ABCDE12345.shop"}], "stores": {"ios": "https://a.example/"},
                                  "web": "https://shop.example/", "colour": "#0a7d4f", "claim": ["/item/*"]}},
}
OUTCOMES = [
    ("/item/7", {"screen": "Item", "parameters": {"id": "7"}}), ("/late", {"blocked": True}),
    ("/none", {"unmatched": True}), ("/old/7", {"address": "https://shop.example/old/7"}), ("/late", {"failed": True}),
]


def drafts():
    poll = {"interval": 60, "jitter": 5}
    call("create_app", 201, body={"app": "shop", "title": "Shop", "poll": poll}, model="AppInput")
    call("create_app", 409, body={"app": "shop"}, model="AppInput")
    call("list_apps", 200, limit=10)
    call("read_app", 200, "shop")
    call("read_app", 404, "none")
    call("update_app", 200, "shop", body={"title": None, "retentionDays": 90}, model="AppChangesInput", **OVER)
    call("put_host", 200, "shop.example", body={"app": "shop"}, model="HostOwnerInput", **OVER)
    call("list_hosts", 200)
    call("replace_settings", 200, "shop", body=SETTINGS, model="SettingsInput", **OVER)
    call("read_settings", 200, "shop")
    for rule in RULES:
        call("add_rule", 201, "shop", body=rule, model="RuleInput")
    call("add_rule", 422, "shop", body={"match": ["/("], "to": {"screen": "S"}}, model="RuleInput")
    call("replace_rule", 200, "shop", "old", body=dict(RULES[1], note="letters"), model="RuleInput", **OVER)
    call("replace_rule", 412, "shop", "old", body=RULES[1], model="RuleInput", if_match='"r1"')
    call("read_rule", 200, "shop", "item")
    call("list_rules", 200, "shop", limit=2)
    call("read_draft", 200, "shop")
    call("replace_draft", 200, "shop", body={"settings": SETTINGS, "rules": RULES}, model="DraftInput", **OVER)
    call("put_screens", 200, "shop", "ios", "5.0", body={"screens": {"Item": ["id", "tab?"]}}, model="ScreensInput")
    call("list_screens", 200, "shop")
    call("read_screens", 200, "shop", "ios", "5.0")
    tests = [{"url": "https://shop.example" + path, "context": {"platform": "ios", "appVersion": "5.2"},
              "expect": expect} for path, expect in OUTCOMES]
    call("replace_expectations", 200, "shop", body={"expectations": tests}, model="ExpectationsInput", **OVER)
    call("read_expectations", 200, "shop")
    call("check_draft", 200, "shop")
    call("replace_expectations", 200, "shop", body={"expectations": []}, model="ExpectationsInput", **OVER)
    flag = importlib.import_module("waymark_client.models.diff_draft_texts").DiffDraftTexts("1")
    call("move_channel", 404, "shop", "production", body={"version": 1}, model="ChannelTargetInput", **OVER)
    call("publish", 201, "shop", body={"message": "first", "channel": None}, model="PublicationInput", **OVER)
    call("delete_rule", 204, "shop", "late", **OVER)
    difference = call("diff_draft", 200, "shop", texts=flag)
    if difference.removed != ["late"] or difference.addresses[0].from_.outcome != "blocked":
        sys.exit(f"diff_draft: {difference}")
    call("summarize_draft", 200, "shop")
    call("resolve_in_draft", 200, "shop", body={"url": "https://shop.example/item/7"}, model="AddressQuestionInput")


def releases():
    call("publish", 201, "shop", body={"message": "second", "notes": "n"}, model="PublicationInput", **OVER)
    call("list_releases", 200, "shop")
    call("read_release", 200, "shop", 2)
    call("read_release_body", 200, "shop", 2)
    call("read_release_surfaces", 200, "shop", 1)
    call("diff_releases", 200, "shop", 1, 2)
    call("rule_history", 200, "shop", "late")
    call("restore_rule", 201, "shop", "late", body={"from": 1}, model="RuleRestorationInput", **OVER)
    call("discard_draft", 200, "shop", body={"rules": ["late"]}, model="DiscardInput", **OVER)
    call("move_channel", 200, "shop", "beta", body={"version": 1, "public": False}, model="ChannelTargetInput", **OVER)
    call("read_channel", 200, "shop", "beta")
    head = call("head", 200, "shop")
    call("body", 200, "shop", head.digest)
    call("current_rules", 200, "shop")
    context = {"platform": "ios", "appVersion": "5.2", "deviceID": "d", "attributes": {"userID": "u"}}
    for path in ["/item/7?q=1", "/old/7", "/none"]:
        question = {"url": "https://shop.example" + path, "context": context}
        explain = importlib.import_module("waymark_client.models.resolve_with_context_explain")
        call("resolve_with_context", 200, "shop", body=question, model="AddressQuestionInput",
             explain=explain.ResolveWithContextExplain("1"))
    call("resolve", 200, "shop", url_query="https://shop.example/item/7", platform="ios")
    call("resolve_many", 200, "shop", model="ResolutionOrderInput",
         body={"addresses": ["https://shop.example/late", ""], "contexts": [context], "release": 1, "explain": True})
    call("diagnose_link", 200, "shop", model="LinkQuestionInput",
         body={"address": "https://shop.example/item/7", "os": "ios", "release": "draft", "inApp": None})
    call("delete_channel", 204, "shop", "beta", **OVER)
    call("delete_channel", 409, "shop", "production", **OVER)


def access():
    call("whoami", 200)
    made = call("create_token", 201, body={"name": "ci", "role": "editor", "apps": ["shop"]}, model="TokenInput")
    call("create_token", 201, body={"name": "all", "role": "viewer", "apps": "all"}, model="TokenInput")
    call("rotate_token", 200, made.id, body={"overlapSeconds": None}, model="RotationInput")
    call("list_tokens", 200)
    call("delete_token", 204, made.id)
    page = call("audit", 200, limit=1000)
    for row in page.audit:
        call("read_audit_row", 200, row.sequence)
    for operation in ["read_server_settings", "read_retention", "run_retention", "list_nodes", "list_sessions",
                      "health", "ready"]:
        call(operation, 200)
    call("delete_screens", 204, "shop", "ios", "5.0")
    call("delete_app", 204, "shop", **OVER)


drafts()
releases()
access()
print(f"{len(modules)} modules of a client for Python, {counts['calls']} calls, "
      f"{counts['compared']} answers equal what was sent")
