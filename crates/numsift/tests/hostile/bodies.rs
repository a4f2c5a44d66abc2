//! Hostile forms, bodies, configurations and calls.

use std::io::Write;

use serde_json::{Value, json};

use crate::client::Answer;
use crate::containers::Repeat;
use crate::{Case, Expect, World};

const MB: usize = 1 << 20;

fn case(name: &'static str, expect: Expect, send: impl Fn(&World<'_>) -> Answer + 'static) -> Case {
    Case { name, expect, send: Box::new(send) }
}

fn repeated(before: &'static str, text: &'static str, times: usize, after: &'static str) -> Repeat<'static> {
    Repeat { before, text, times, after }
}

/// A form that is written while it is sent.
fn form(name: &'static str, expect: Expect, content: Repeat<'static>) -> Case {
    case(name, expect, move |world| world.form(|out| content.write(out)))
}

/// A JSON body of a console call.
fn console(name: &'static str, path: &'static str, content: Repeat<'static>) -> Case {
    case(name, Expect::Refused, move |world| {
        world.client.stream(path, &[("sid", &world.customer)], |out| content.write(out))
    })
}

/// A JSON body of the public API.
fn public(name: &'static str, content: Repeat<'static>) -> Case {
    case(name, Expect::Refused, move |world| {
        let key = format!("Bearer {}", world.key);
        let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
        world.client.stream("/v1/tasks", &headers, |out| content.write(out))
    })
}

pub fn cases() -> Vec<Case> {
    let mut cases = forms();
    cases.extend(json_bodies());
    cases.extend(templates());
    cases.extend(configurations());
    cases.extend(calls());
    cases
}

fn forms() -> Vec<Case> {
    let name = "--b\r\ncontent-disposition: form-data; name=\"name\"\r\n\r\n";
    let kind = "--b\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\n";
    let file = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"n.csv\"\r\n\r\n";
    vec![
        form(
            "a name of 600 MB",
            Expect::Refused,
            repeated(name, "0123456789abcdef", 600 * MB / 16, "\r\n--b--\r\n"),
        ),
        form(
            "a kind of 100 MB",
            Expect::Refused,
            repeated(kind, "0123456789abcdef", 100 * MB / 16, "\r\n--b--\r\n"),
        ),
        form(
            "headers of 600 MB in a form",
            Expect::Refused,
            repeated("--b\r\nx: ", "0123456789abcdef", 600 * MB / 16, ""),
        ),
        form(
            "100,000 fields",
            Expect::Refused,
            repeated(
                "",
                "--b\r\ncontent-disposition: form-data; name=\"name\"\r\n\r\nx\r\n",
                100_000,
                "--b--\r\n",
            ),
        ),
        form(
            "a form that is never begun",
            Expect::Refused,
            repeated("", "0123456789abcdef", 100 * MB / 16, ""),
        ),
        form("a file that is cut off", Expect::Refused, repeated(file, "+12015550100\n", MB, "")),
        form(
            "an unknown field of 100 MB",
            Expect::Refused,
            repeated(
                "--b\r\ncontent-disposition: form-data; name=\"x\"\r\n\r\n",
                "0123456789abcdef",
                100 * MB / 16,
                "\r\n--b--\r\n",
            ),
        ),
        case("a file name of 10 MB", Expect::Refused, |world| {
            let name = "n".repeat(10 * MB);
            world.upload(&name, |out| out.write_all(b"+12015550100\n"))
        }),
        case("uploads that are abandoned", Expect::Done, |world| {
            for _ in 0..20 {
                let mut stream = world.client.connect();
                let head = format!(
                    "POST /api/task/upload HTTP/1.1\r\nhost: x\r\nsid: {}\r\n\
                    content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000000\r\n\r\n{}",
                    world.customer,
                    "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"n.csv\"\r\n\r\n"
                );
                stream.write_all(head.as_bytes()).unwrap();
                // The server may have closed the connection.
                let _ = stream.write_all(&[b'1'; 256 << 10]);
            }
            world.call("/api/list/list", &json!({}))
        }),
    ]
}

fn json_bodies() -> Vec<Case> {
    vec![
        console(
            "a JSON body of 600 MB",
            "/api/list/get",
            repeated("{\"id\":\"", "0123456789abcdef", 600 * MB / 16, "\"}"),
        ),
        console(
            "JSON that is nested deeply",
            "/api/list/preview",
            repeated("{\"id\":1,\"hints\":", "[", 500_000, ""),
        ),
        console(
            "JSON with a million fields",
            "/api/list/get",
            repeated("{\"a\":1", ",\"a\":1", 100_000, "}"),
        ),
        console(
            "JSON that is not UTF-8",
            "/api/list/get",
            repeated("{\"id\":\"", "\u{ffff}\u{1}", 1000, "\"}"),
        ),
        case("a session token of 60 KB", Expect::Refused, |world| {
            world.client.post("/api/list/list", &"s".repeat(60_000), &json!({}))
        }),
        public(
            "a public JSON body of 600 MB",
            repeated("{\"numbers\":[\"", "0123456789abcdef", 600 * MB / 16, "\"]}"),
        ),
        public("public JSON that is nested deeply", repeated("{\"numbers\":", "[", 500_000, "")),
        public(
            "100,000 numbers in a public body",
            repeated("{\"checks\":[{\"project\":\"hygiene\"}],\"numbers\":[\"1\"", ",\"1\"", 100_000, "]}"),
        ),
        case("a public form with a description of 100 MB", Expect::Refused, |world| {
            let key = format!("Bearer {}", world.key);
            let headers =
                [("authorization", key.as_str()), ("content-type", "multipart/form-data; boundary=b")];
            let content = repeated(
                "--b\r\ncontent-disposition: form-data; name=\"task\"\r\n\r\n",
                "{{{{{{{{",
                100 * MB / 8,
                "",
            );
            world.client.stream("/v1/tasks", &headers, |out| content.write(out))
        }),
        case("a public file that is a bomb", Expect::Refused, |world| {
            let key = format!("Bearer {}", world.key);
            let headers =
                [("authorization", key.as_str()), ("content-type", "multipart/form-data; boundary=b")];
            let bomb = crate::containers::gzip(repeated("", "+12015550100\n", 8 * MB, ""));
            world.client.stream("/v1/tasks", &headers, |out| {
                out.write_all(b"--b\r\ncontent-disposition: form-data; name=\"task\"\r\n\r\n{\"checks\":[{\"project\":\"hygiene\"}]}\r\n")?;
                out.write_all(b"--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"n.gz\"\r\n\r\n")?;
                out.write_all(&bomb)?;
                out.write_all(b"\r\n--b--\r\n")
            })
        }),
        case("a callback of 9 MB", Expect::Refused, |world| {
            let content = repeated("{\"job\":{\"id\":\"", "0123456789abcdef", 9 * MB / 16, "\"}}");
            world.client.stream("/api/callbacks/demo-notify", &[], |out| content.write(out))
        }),
        case("a callback for no channel", Expect::Refused, |world| {
            let content = repeated("", "0123456789abcdef", 100 * MB / 16, "");
            world.client.stream("/api/callbacks/none", &[], |out| content.write(out))
        }),
        case("request headers of 10 MB", Expect::Ended, |world| {
            world.client.raw(|out| {
                out.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx: ")?;
                repeated("", "0123456789abcdef", 10 * MB / 16, "\r\n\r\n").write(out)
            })
        }),
        case("a user name of 900 KB", Expect::Refused, |world| {
            world.client.post(
                "/api/user/login",
                "",
                &json!({"username": "u".repeat(900_000), "password": "p"}),
            )
        }),
    ]
}

/// A channel whose body is this template.
fn channel(template: &str) -> Value {
    json!({"config": {"name": "hostile", "kind": "http", "base_url": "https://example.com", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync", "batch": {"max": 5000},
        "submit": {"method": "POST", "path": "/x", "body": template, "headers": {"content-type": "text/plain"}},
        "items": "$[*]", "match": {"key": "$.n", "by": "digits"}, "map": [{"to": "status", "path": "$.s"}]}})
}

fn templates() -> Vec<Case> {
    let doubled =
        || format!("{{% set a = 'xxxxxxxx' %}}{}{{{{ a|length }}}}", "{% set a = a ~ a %}".repeat(40));
    let replaced = || format!("{{{{ ('xxxxxxxx'{})|length }}}}", "|replace('x', 'xxxxxxxx')".repeat(12));
    let nested = || format!("{{% set a = [1] %}}{}{{{{ a|tojson }}}}", "{% set a = [a, a] %}".repeat(40));
    let template = |name, text: String| {
        case(name, Expect::Refused, move |world| world.admin_call("/api/channel/validate", &channel(&text)))
    };
    vec![
        template("a template with a wide format", "{{ ('%300000000d'|format(1))|length }}".to_owned()),
        template("a template that doubles a text", doubled()),
        template("a template that replaces again and again", replaced()),
        template("a template with nested lists", nested()),
        template("a template that repeats a text", "{{ ('x' * 99999999)|length }}".to_owned()),
        template(
            "a template that never ends",
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}".to_owned(),
        ),
        template(
            "a template that copies in a loop",
            "{% for a in range(99999) %}{{ (e164|tojson)|length }}{% endfor %}".to_owned(),
        ),
        template("a template of 900 KB", format!("{{{{ batch }}}}{}", "x".repeat(900_000))),
        template(
            "a template with deep brackets",
            format!("{{{{ {}1{} }}}}", "(".repeat(20_000), ")".repeat(20_000)),
        ),
    ]
}

fn configurations() -> Vec<Case> {
    let yaml = |name, text: String| {
        case(name, Expect::Refused, move |world| {
            world.admin_call("/api/channel/validate", &json!({ "yaml": text }))
        })
    };
    let aliases: String = (1..30).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}, *a{0}]\n", n - 1)).collect();
    vec![
        yaml("YAML that is nested deeply", "[".repeat(200_000)),
        yaml(
            "YAML with deep blocks",
            (0..2000)
                .map(|depth| format!("{}a:\n", " ".repeat(depth)))
                .collect::<String>()
                .chars()
                .take(900_000)
                .collect(),
        ),
        yaml("YAML with aliases that grow", format!("a0: &a0 [x]\n{aliases}")),
        yaml("YAML with a long text", format!("name: {}", "n".repeat(900_000))),
    ]
}

fn calls() -> Vec<Case> {
    vec![
        case("generation runs at once", Expect::Answered, |world| {
            // Two sets that cut through each other: counting them is work.
            let generate = |pattern: &str| {
                let space = json!({"country": "US", "pattern": pattern});
                json!({"segments": [{"space": space, "count": 100_000}], "order": "random"})
            };
            for pattern in ["201??????0", "2015??????", "20155?????"] {
                world.call("/api/gen_number/generate", &generate(pattern));
            }
            std::thread::scope(|scope| {
                let preview = || world.call("/api/gen_number/preview", &generate("201???????"));
                let calls: Vec<_> = (0..16).map(|_| scope.spawn(preview)).collect();
                let answers: Vec<_> = calls.into_iter().map(|call| call.join().unwrap()).collect();
                for answer in &answers {
                    assert!(matches!(answer.json()["code"].as_i64(), Some(0 | 42900)), "{answer:?}");
                }
                answers.into_iter().next().unwrap()
            })
        }),
        case("200 connections that send nothing", Expect::Done, |world| {
            let _open: Vec<_> = (0..200).map(|_| world.client.connect()).collect();
            world.call("/api/list/list", &json!({}))
        }),
    ]
}
