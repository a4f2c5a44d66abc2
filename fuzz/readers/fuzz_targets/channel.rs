//! A channel configuration to start from.

use numsift_channel::ChannelConfig;

/// The configuration with other values for some fields.
#[allow(dead_code, reason = "not every target changes it")]
pub fn config(change: impl FnOnce(&mut serde_json::Value)) -> Option<ChannelConfig> {
    let mut config = serde_json::json!({
        "name": "example", "kind": "http", "base_url": "https://provider.example", "checks": ["whatsapp"],
        "contract": {"ref": "1", "expires": "2099-01-01"}, "mode": "sync", "batch": {"max": 100},
        "submit": {"method": "POST", "path": "/x", "body": "{}", "headers": {"content-type": "text/plain"}},
        "items": "$.items[*]", "match": {"key": "$.number", "by": "digits"},
        "map": [{"to": "status", "path": "$.status", "values": {"1": "active", "0": "inactive"}},
            {"to": "carrier", "path": "$.carrier"}]
    });
    change(&mut config);
    serde_json::from_value(config).ok()
}
