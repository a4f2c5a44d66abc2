//! Values that are not allowed: every refusal names the field and says what would be right, in each language.

mod customers;
mod staff;

use std::collections::BTreeSet;

use numsift_model::lang::Lang;
use serde_json::Value;

use crate::app::TestApp;

/// A call, its body, the field that is wrong, and what the English text says about it.
type Case = (&'static str, Value, &'static str, &'static str);

async fn check(app: &TestApp, sid: &str, cases: Vec<Case>) {
    let mut wrong = Vec::new();
    for (path, body, field, text) in cases {
        let mut texts = Vec::new();
        for lang in Lang::ALL {
            let answer = app.call_in(lang.tag(), path, Some(sid), body.clone()).await;
            match answer["data"]["fields"][field].as_str() {
                Some(shown) if answer["code"] == 40000 => texts.push((lang, shown.to_owned())),
                _ => wrong.push(format!("{path} {body}: {answer}")),
            }
        }
        if !texts.contains(&(Lang::En, text.to_owned())) {
            wrong.push(format!("{path} {body}: {texts:?}"));
        }
        let different: BTreeSet<_> = texts.iter().map(|(_, text)| text).collect();
        if different.len() != Lang::ALL.len() {
            wrong.push(format!("{path} {body}: a language has the text of another: {texts:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `base` with some fields replaced.
fn with(base: &Value, changed: &Value) -> Value {
    let mut body = base.clone();
    for (name, value) in changed.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}
