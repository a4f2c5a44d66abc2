//! Values in calls of staff.

use numsift_model::account::AccountType;
use serde_json::{Value, json};

use super::{Case, check, with};
use crate::app::{PASSWORD, TestApp, WALLET, on_both_stores};

on_both_stores!(refusals_of_staff_say_what_is_right);

#[allow(clippy::too_many_lines)] // A table.
async fn refusals_of_staff_say_what_is_right(app: &TestApp) {
    app.free_catalogue().await;
    let sid = app.signed_in("admin", AccountType::SuperAdministrator).await;
    let ann = app.user("ann", AccountType::Customer).await;
    let long = |count: usize| "x".repeat(count);
    let adjust = json!({"uid": ann, "bucket": "points", "amount": 10_000, "request_id": "3f1c-0001",
        "reason": "gift", "password": PASSWORD});
    let edit = json!({"uid": ann, "version": 1, "account_type": 4, "roles": [3], "ud": 3,
        "self_quota_topup": false, "enabled": true, "introduction": ""});
    let send = |audience: Value, title: &str, text: &str| json!({"audience": audience, "needs_confirm": true, "texts": {"en": {"title": title, "text": text}}});
    let projects = app.call("project/list", Some(&sid), json!({})).await;
    let all = projects["data"].as_array().unwrap_or_else(|| panic!("{projects}"));
    let hygiene = all.iter().find(|project| project["slug"] == "hygiene").unwrap();
    let details = hygiene["details"].clone();
    let project = |changed: Value| json!({"slug": "fresh_one", "version": 0, "sort": 5, "enabled": false, "details": with(&details, &changed)});
    let read = app.call("setting/get", Some(&sid), json!({})).await;
    let settings =
        |changed: Value| json!({"version": 0, "settings": with(&read["data"]["settings"], &changed)});
    let config = json!({"name": "example", "kind": "http", "base_url": "http://127.0.0.1:9", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync",
        "submit": {"method": "POST", "path": "/x", "body": "{}"}, "items": "$[*]", "match": {"key": "$.n", "by": "digits"},
        "map": [{"to": "status", "path": "$.s"}]});
    let channel = |changed: Value| json!({"version": 0, "priority": 1, "enabled": false, "config": with(&config, &changed)});
    let preset = json!({"id": "hlrlookup", "name": "my-hlr", "projects": ["live_status"], "inputs": {},
        "contract": {"ref": "1", "expires": "2099-01-01"}});
    let chosen = |changed: Value| json!({"version": 0, "priority": 1, "enabled": false, "preset": with(&preset, &changed)});
    let cases: Vec<Case> = vec![
        (
            "finance/adjust",
            with(&adjust, &json!({"request_id": "a b"})),
            "request_id",
            "Must be 8 to 64 characters: letters, digits and `-`",
        ),
        (
            "finance/adjust",
            with(&adjust, &json!({"bucket": "points_held"})),
            "bucket",
            "Must be one of `points`, `credit`",
        ),
        (
            "finance/adjust",
            with(&adjust, &json!({"reason": long(501)})),
            "reason",
            "Must be at most 500 characters long",
        ),
        (
            "finance/adjust",
            with(&adjust, &json!({"amount": 0})),
            "amount",
            "Must be a whole number from -1000000000000000 to 1000000000000000, but not 0",
        ),
        (
            "channel/evidence",
            json!({"project": "line", "days": 91}),
            "days",
            "Must be a whole number from 1 to 90",
        ),
        (
            "channel/save",
            channel(json!({"base_url": "x"})),
            "config.base_url",
            "Must be an absolute http or https URL without user, query and fragment",
        ),
        (
            "channel/save",
            channel(json!({"countries": ["Chile"]})),
            "config.countries[0]",
            "Must be an ISO country code of two letters",
        ),
        (
            "channel/save",
            chosen(json!({"projects": ["nothing"]})),
            "preset.projects",
            "Must be a list with at least one of `live_status`, `reachable`, `hlr_carrier`, `ported`, `line_type`",
        ),
        (
            "channel/save",
            chosen(json!({"inputs": {"nothing": "x"}})),
            "preset.inputs.nothing",
            "Unknown field",
        ),
        (
            "channel/test",
            json!({"config": config, "project": "whatsapp", "number": "x"}),
            "number",
            "Must be a valid phone number with its country code, such as +12015550100",
        ),
        (
            "user/create",
            json!({"username": "bob", "account_type": 9}),
            "account_type",
            "Must be a whole number from 1 to 5",
        ),
        ("user/edit", with(&edit, &json!({"ud": 5})), "ud", "Must be a whole number from 0 to 4"),
        (
            "user/edit",
            with(&edit, &json!({"introduction": long(201)})),
            "introduction",
            "Must be at most 200 characters long",
        ),
        (
            "user/edit",
            with(&edit, &json!({"roles": [1]})),
            "roles",
            "Must be roles with role 1 for account type 1, and without it for all others",
        ),
        (
            "user/edit",
            with(&edit, &json!({"roles": []})),
            "roles",
            "Must be a list of at least one role that exists, each once",
        ),
        (
            "user/edit",
            with(&edit, &json!({"roles": [3, 3]})),
            "roles",
            "Must be a list of at least one role that exists, each once",
        ),
        (
            "user/setEnabled",
            json!({"uids": [], "enabled": false}),
            "uids",
            "Must be a list of 1 to 200 entries",
        ),
        (
            "user/list",
            json!({"filter": {"account_type": 9}}),
            "filter.account_type",
            "Must be a whole number from 1 to 5",
        ),
        (
            "role/save",
            json!({"name": long(41), "permissions": []}),
            "name",
            "Must be 1 to 40 characters long",
        ),
        (
            "role/save",
            json!({"name": "n", "permissions": ["fly"]}),
            "permissions",
            "Must be a list of permissions of this version",
        ),
        (
            "invite/create",
            json!({"code": "a b c d", "max_uses": 1}),
            "code",
            "Must be 4 to 32 characters: letters, digits and `-`",
        ),
        (
            "invite/create",
            json!({"note": long(201), "max_uses": 1}),
            "note",
            "Must be at most 200 characters long",
        ),
        ("invite/create", json!({"max_uses": 0}), "max_uses", "Must be a whole number from 1 to 1000000"),
        (
            "invite/create",
            json!({"max_uses": 1, "expires_at": 1}),
            "expires_at",
            "Must be a time in the future",
        ),
        (
            "recharge/setWallet",
            json!({"address": WALLET, "label": long(61), "password": PASSWORD}),
            "label",
            "Must be at most 60 characters long",
        ),
        (
            "recharge/creditDeposit",
            json!({"id": 1, "reason": "r", "password": PASSWORD}),
            "uid",
            "Must be given if there is no `order`, and left out otherwise",
        ),
        (
            "recharge/creditDeposit",
            json!({"id": 1, "uid": ann, "reason": long(501), "password": PASSWORD}),
            "reason",
            "Must be at most 500 characters long",
        ),
        (
            "project/save",
            with(&project(json!({})), &json!({"slug": "A"})),
            "slug",
            "Must be 1 to 40 characters: lower-case letters, digits and `_`",
        ),
        (
            "project/save",
            project(json!({"icon": long(41)})),
            "details.icon",
            "Must be at most 40 characters long",
        ),
        (
            "project/save",
            project(json!({"names": {"zh": "示例"}})),
            "details.names",
            "Must be texts of 1 to 60 characters by language, one of them in English (`en`)",
        ),
        (
            "project/save",
            project(json!({"descriptions": {"en": " "}})),
            "details.descriptions",
            "Must be texts of 1 to 500 characters by language",
        ),
        (
            "project/save",
            project(json!({"statuses": ["unknown"]})),
            "details.statuses",
            "Must be a list of 1 to 20 different words of at most 32 lower-case letters, digits and `_`, without `unknown` and `skipped`",
        ),
        (
            "project/save",
            project(json!({"price": -1})),
            "details.price",
            "Must be a whole number from 0 to 1000000000",
        ),
        (
            "project/save",
            project(json!({"country_prices": {"china": 1}})),
            "details.country_prices",
            "Must be whole numbers from 0 to 1000000000 by country code, such as `GB`",
        ),
        (
            "project/save",
            project(json!({"min_numbers": 0})),
            "details.min_numbers",
            "Must be a whole number from 1 to 1000000000",
        ),
        (
            "project/save",
            project(json!({"min_numbers": 10, "max_numbers": 9})),
            "details.max_numbers",
            "Must be a whole number from 10 to 1000000000",
        ),
        (
            "project/save",
            project(json!({"countries": ["cn"]})),
            "details.countries",
            "Must be a list of country codes of two capital letters, such as `GB`",
        ),
        (
            "project/save",
            project(json!({"routing": {"by": "split"}})),
            "details.routing",
            "Must be a routing with a `shadow` of at most 5000, and for `split` with 1 to 50 channels and a share of 1 to 10000 for each",
        ),
        (
            "project/save",
            project(json!({"inputs": [{"name": "A", "kind": "text", "columns": ["a"]}]})),
            "details.inputs",
            "Must be a list of at most 4 inputs with different names in lower case, each with 1 to 20 columns",
        ),
        (
            "project/save",
            project(json!({"chunk_size": 7})),
            "details.chunk_size",
            "Must be one of `100`, `200`, `500`, `1000`, `2000`, `5000`, `10000`, `50000`",
        ),
        (
            "setting/save",
            settings(json!({"retention_days": 0})),
            "settings.retention_days",
            "Must be a whole number from 1 to 3650",
        ),
        (
            "setting/save",
            settings(json!({"product_title": " "})),
            "settings.product_title",
            "Must be 1 to 60 characters long",
        ),
        (
            "setting/save",
            settings(json!({"product_logo": "https://elsewhere/logo.png"})),
            "settings.product_logo",
            "Must be a PNG, SVG or WebP picture as a `data:` URL of at most 90000 characters",
        ),
        (
            "setting/save",
            settings(json!({"tron_node_url": "file:///etc/passwd"})),
            "settings.tron_node_url",
            "Must be a URL that begins with https:// or http://",
        ),
        (
            "notify/send",
            send(json!({"kind": "type", "account_type": 9}), "t", ""),
            "audience.account_type",
            "Must be a whole number from 1 to 5",
        ),
        (
            "notify/send",
            send(json!({"kind": "all", "uid": 1}), "t", ""),
            "audience",
            "Must be `all` without more, `type` together with `account_type`, or `account` together with `uid`",
        ),
        (
            "notify/send",
            send(json!({"kind": "all"}), " ", ""),
            "texts.en.title",
            "Must be 1 to 120 characters long",
        ),
        (
            "notify/send",
            send(json!({"kind": "all"}), "t", &long(4001)),
            "texts.en.text",
            "Must be at most 4000 characters long",
        ),
    ];
    check(app, &sid, cases).await;
    let unknown = app.call("channel/save", Some(&sid), chosen(json!({"id": "hlr"}))).await;
    let text = unknown["data"]["fields"]["preset.id"].as_str().unwrap();
    assert!(text.starts_with("Must be one of `") && text.contains("`hlrlookup`"), "{text}");
}
