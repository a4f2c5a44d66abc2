//! Metadata of tasks: the caller's own names and values.

use std::collections::BTreeMap;

use numsift_model::limits::{METADATA_KEY, METADATA_VALUE, TASK_METADATA};

use super::problem::{Code, Problem};

/// Names and values.
pub type Metadata = BTreeMap<String, String>;

/// Refuses metadata above the limits, and names the pair that is wrong.
pub fn check(metadata: &Metadata) -> Result<(), Problem> {
    if metadata.len() > TASK_METADATA {
        let detail = format!("at most {TASK_METADATA} pairs");
        return Err(Problem::field(Code::InvalidRequest, "/metadata", detail));
    }
    for (key, value) in metadata {
        let wrong = |detail: String| {
            let key = key.replace('~', "~0").replace('/', "~1");
            Problem::field(Code::InvalidRequest, format!("/metadata/{key}"), detail)
        };
        if !is_key(key) {
            let detail = format!("a key has 1 to {METADATA_KEY} letters, digits, `_`, `-` or `.`");
            return Err(wrong(detail));
        }
        if value.chars().count() > METADATA_VALUE {
            return Err(wrong(format!("a value has at most {METADATA_VALUE} characters")));
        }
    }
    Ok(())
}

/// Keys are plain, so that a pair can be searched for.
fn is_key(key: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=METADATA_KEY).contains(&key.len()) && key.bytes().all(plain)
}

/// Parses the filter `key:value`.
pub fn pair(text: &str) -> Result<(String, String), Problem> {
    let pair = text.split_once(':').filter(|(key, _)| is_key(key));
    let (key, value) = pair.ok_or_else(|| {
        Problem::field(Code::InvalidRequest, "metadata", "a key and a value as `key:value`")
    })?;
    Ok((key.to_owned(), value.to_owned()))
}
