//! Verifies payments. Only the logs of final receipts count.

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

/// The fields of a transaction receipt that are used here.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Receipt {
    pub id: String,
    #[serde(rename = "blockTimeStamp")]
    pub block_time_ms: i64,
    #[serde(rename = "receipt")]
    pub outcome: Outcome,
    pub log: Vec<Log>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// `SUCCESS`, or why the transaction failed.
    pub result: String,
}

/// An event of a contract.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Log {
    /// The contract: 20 bytes in hexadecimal.
    pub address: String,
    pub topics: Vec<String>,
    pub data: String,
}

/// A transfer of USDT to a receiving wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Index of the log within the transaction.
    pub log_index: i64,
    pub sender: Address,
    pub amount: Usdt,
    pub block_time: Timestamp,
}

/// Whether a text is a transaction id.
pub fn is_transaction_id(text: &str) -> bool {
    bytes::<32>(text).is_some()
}

/// The transfers to `wallet` in the receipt of `txid`.
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
        let is_usdt = bytes::<20>(&log.address)? == USDT && kind.eq_ignore_ascii_case(TRANSFER);
        if !is_usdt || account(to)? != wallet {
            return None;
        }
        Some(Transfer { log_index, sender: account(from)?, amount: amount(&log.data)?, block_time })
    });
    found.collect()
}

/// The address in a topic: its last 20 bytes.
fn account(topic: &str) -> Option<Address> {
    let word = bytes::<32>(topic)?;
    word[12..].try_into().ok().map(Address)
}

/// A positive amount in 32 bytes; `None` if it does not fit.
fn amount(data: &str) -> Option<Usdt> {
    let word = bytes::<32>(data)?;
    let (high, low) = word.split_at(24);
    if high.iter().any(|byte| *byte != 0) {
        return None;
    }
    let amount = i64::try_from(u64::from_be_bytes(low.try_into().ok()?)).ok()?;
    (amount > 0).then_some(Usdt(amount))
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Receipt, TRANSFER, USDT, transfers};
    use crate::address::Address;

    const TXID: &str = "00000000000000000000000000000000000000000000000000000000000000aa";
    const WALLET: Address = Address([7; 20]);

    fn good() -> serde_json::Value {
        json!({
            "id": TXID, "blockTimeStamp": 1_800_000_000_500_i64, "receipt": {"result": "SUCCESS"},
            "log": [{
                "address": hex::encode(USDT),
                "topics": [TRANSFER, format!("{:0>64}", hex::encode([9; 20])), format!("{:0>64}", hex::encode([7; 20]))],
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
    fn a_valid_receipt_is_accepted() {
        assert_eq!(found(good()), [(0, 10_050_000, 1_800_000_000)]);
    }

    #[test]
    fn receipts_with_any_deviation_are_ignored() {
        let cases = [
            ("/id", json!("bb")),
            ("/receipt/result", json!("REVERT")),
            ("/receipt/result", json!("")),
            ("/blockTimeStamp", json!(0)),
            ("/log/0/address", json!(hex::encode([0xa6; 20]))),
            ("/log/0/address", json!(format!("41{}", hex::encode(USDT)))),
            ("/log/0/topics/0", json!("8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925")),
            ("/log/0/topics", json!([TRANSFER])),
            ("/log/0/topics/2", json!(format!("{:0>64}", hex::encode([8; 20])))),
            ("/log/0/topics/2", json!(hex::encode([7; 20]))),
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
    fn every_transfer_of_a_transaction_counts_with_its_log_index() {
        let mut receipt = good();
        let mut second = receipt["log"][0].clone();
        second["data"] = json!(format!("{:064x}", 1));
        let other = json!({"address": "00", "topics": [], "data": ""});
        let first = receipt["log"][0].clone();
        receipt["log"] = json!([first, other, second]);
        assert_eq!(found(receipt), [(0, 10_050_000, 1_800_000_000), (2, 1, 1_800_000_000)]);
    }
}
