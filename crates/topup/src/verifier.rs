//! Believes nothing but a final receipt: which of its logs are transfers of USDT to our wallet.

use numsift_model::clock::Timestamp;
use numsift_model::money::Usdt;
use serde::Deserialize;

use crate::address::Address;

/// The USDT contract, `TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t`.
pub const USDT: [u8; 20] = [
    0xa6, 0x14, 0xf8, 0x03, 0xb6, 0xfd, 0x78, 0x09, 0x86, 0xa4, 0x2c, 0x78, 0xec, 0x9c, 0x7f, 0x77, 0xe6,
    0xde, 0xd1, 0x3c,
];
/// `keccak256("Transfer(address,address,uint256)")`.
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/// What the node says about a transaction. Fields that do not matter here are left out.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Receipt {
    /// Its id.
    pub id: String,
    /// Time of its block, in milliseconds.
    #[serde(rename = "blockTimeStamp")]
    pub block_time_ms: i64,
    /// How it ended.
    #[serde(rename = "receipt")]
    pub outcome: Outcome,
    /// What contracts said while it ran.
    pub log: Vec<Log>,
}

/// How a transaction ended.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// `SUCCESS`, or why not.
    pub result: String,
}

/// What a contract said.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Log {
    /// Which contract: 20 bytes in hex.
    pub address: String,
    /// What it is about.
    pub topics: Vec<String>,
    /// The rest.
    pub data: String,
}

/// A transfer of USDT to our wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Which log of the transaction.
    pub log_index: i64,
    /// Who paid.
    pub sender: Address,
    /// How much.
    pub amount: Usdt,
    /// Time of the block.
    pub block_time: Timestamp,
}

/// The transfers to `wallet` in a receipt that was asked for under `txid`.
pub fn transfers(receipt: &Receipt, txid: &str, wallet: Address) -> Vec<Transfer> {
    if !receipt.id.eq_ignore_ascii_case(txid) || receipt.outcome.result != "SUCCESS" {
        return Vec::new();
    }
    let block_time = Timestamp(receipt.block_time_ms.div_euclid(1000));
    if block_time.0 <= 0 {
        return Vec::new();
    }
    let found = receipt.log.iter().zip(0_i64..).filter_map(|(log, log_index)| {
        let [kind, from, to] = log.topics.as_slice() else { return None };
        let from_us = bytes::<20>(&log.address)? == USDT && kind.eq_ignore_ascii_case(TRANSFER);
        if !from_us || account(to)? != wallet {
            return None;
        }
        Some(Transfer { log_index, sender: account(from)?, amount: amount(&log.data)?, block_time })
    });
    found.collect()
}

/// The account in a topic: its last 20 bytes.
fn account(topic: &str) -> Option<Address> {
    let word = bytes::<32>(topic)?;
    word[12..].try_into().ok().map(Address)
}

/// A positive amount of 32 bytes that fits.
fn amount(data: &str) -> Option<Usdt> {
    let word = bytes::<32>(data)?;
    let (high, low) = word.split_at(24);
    if high.iter().any(|byte| *byte != 0) {
        return None;
    }
    let amount = i64::try_from(u64::from_be_bytes(low.try_into().ok()?)).ok()?;
    (amount > 0).then_some(Usdt(amount))
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    if hex.len() != 2 * N || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Receipt, TRANSFER, USDT, transfers};
    use crate::address::Address;

    const TXID: &str = "00000000000000000000000000000000000000000000000000000000000000aa";
    const WALLET: Address = Address([7; 20]);

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    fn good() -> serde_json::Value {
        json!({
            "id": TXID, "blockTimeStamp": 1_800_000_000_500_i64, "receipt": {"result": "SUCCESS"},
            "log": [{
                "address": hex(&USDT),
                "topics": [TRANSFER, format!("{:0>64}", hex(&[9; 20])), format!("{:0>64}", hex(&[7; 20]))],
                "data": format!("{:064x}", 10_050_000),
            }],
        })
    }

    fn found(receipt: serde_json::Value) -> Vec<(i64, i64, i64)> {
        let receipt: Receipt = serde_json::from_value(receipt).unwrap();
        let found = transfers(&receipt, TXID, WALLET);
        found.into_iter().map(|one| (one.log_index, one.amount.0, one.block_time.0)).collect()
    }

    #[test]
    fn a_good_receipt_is_accepted() {
        assert_eq!(found(good()), [(0, 10_050_000, 1_800_000_000)]);
    }

    #[test]
    fn whatever_is_not_exactly_right_is_nothing() {
        let cases = [
            ("/id", json!("bb")),
            ("/receipt/result", json!("REVERT")),
            ("/receipt/result", json!("")),
            ("/blockTimeStamp", json!(0)),
            ("/log/0/address", json!(hex(&[0xa6; 20]))),
            ("/log/0/address", json!(format!("41{}", hex(&USDT)))),
            ("/log/0/topics/0", json!("8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925")),
            ("/log/0/topics", json!([TRANSFER])),
            ("/log/0/topics/2", json!(format!("{:0>64}", hex(&[8; 20])))),
            ("/log/0/topics/2", json!(hex(&[7; 20]))),
            ("/log/0/data", json!("0".repeat(64))),
            ("/log/0/data", json!("f".repeat(64))),
            ("/log/0/data", json!(format!("{:048}{}", 0, "f".repeat(16)))),
            ("/log/0/data", json!("")),
            ("/log/0/data", json!("é".repeat(32))),
            ("/log", json!([])),
        ];
        for (place, value) in cases {
            let mut receipt = good();
            *receipt.pointer_mut(place).unwrap() = value.clone();
            assert_eq!(found(receipt), [], "{place} = {value}");
        }
    }

    #[test]
    fn each_transfer_of_a_transaction_counts_under_its_own_number() {
        let mut receipt = good();
        let mut second = receipt["log"][0].clone();
        second["data"] = json!(format!("{:064x}", 1));
        let other = json!({"address": "00", "topics": [], "data": ""});
        let first = receipt["log"][0].clone();
        receipt["log"] = json!([first, other, second]);
        assert_eq!(found(receipt), [(0, 10_050_000, 1_800_000_000), (2, 1, 1_800_000_000)]);
    }
}
