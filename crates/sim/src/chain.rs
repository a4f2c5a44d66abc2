//! The simulated chain: transactions with transfers in them, and the faults a node can have.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::clock::{Clock, Entropy, SystemEntropy};
use serde_json::{Value, json};

const USDT: &str = "a614f803b6fd780986a42c78ec9c7f77e6ded13c";
const LOOK_ALIKE: &str = "b714f803b6fd780986a42c78ec9c7f77e6ded13c";
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// Who pays in the simulation.
const PAYER: [u8; 20] = [0x11; 20];

/// Which token moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// The real contract.
    Usdt,
    /// Another contract that calls itself USDT too.
    LookAlike,
}

/// One transfer inside a transaction.
#[derive(Debug, Clone)]
pub struct Transfer {
    /// To which address (base58check).
    pub to: String,
    /// How much, in micro-USDT.
    pub value: u64,
    /// Of which token.
    pub token: Token,
}

/// A transaction of the chain.
#[derive(Debug, Clone)]
pub struct Transaction {
    /// Time of its block, in milliseconds.
    pub block_ms: i64,
    /// What it moves.
    pub transfers: Vec<Transfer>,
    /// Whether it succeeded.
    pub success: bool,
    /// Whether the node has its receipt.
    pub is_final: bool,
}

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The next answer is this status instead.
    Status(u16),
    /// The next page of a list comes back empty, as if nothing followed.
    LosePage,
}

#[derive(Default)]
struct State {
    transactions: Vec<(String, Transaction)>,
    faults: VecDeque<Fault>,
    duplicates: bool,
    reversed: bool,
    page_size: usize,
    requests: u64,
}

/// The chain, shared by the node that serves it and whoever writes it. Cheap to clone.
#[derive(Clone)]
pub struct Chain {
    state: Arc<Mutex<State>>,
    clock: Arc<dyn Clock>,
}

impl Chain {
    /// An empty chain.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let state = State { page_size: 200, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)), clock }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pays USDT to an address, now, and gives the transaction's id.
    pub fn pay(&self, to: &str, value: u64) -> Result<String, NotAnAddress> {
        let transfer = Transfer { to: to.to_owned(), value, token: Token::Usdt };
        self.put(Transaction {
            block_ms: self.clock.now().0.saturating_mul(1000),
            transfers: vec![transfer],
            success: true,
            is_final: true,
        })
    }

    /// Writes any transaction.
    pub fn put(&self, transaction: Transaction) -> Result<String, NotAnAddress> {
        for transfer in &transaction.transfers {
            raw(&transfer.to)?;
        }
        let txid = random_txid();
        self.lock().transactions.push((txid.clone(), transaction));
        Ok(txid)
    }

    /// From now on the node has the receipt.
    pub fn make_final(&self, txid: &str) {
        for (_, transaction) in self.lock().transactions.iter_mut().filter(|(id, _)| id == txid) {
            transaction.is_final = true;
        }
    }

    /// The next requests meet these faults, one each.
    pub fn break_next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.lock().faults.extend(faults);
    }

    /// Every row and every page comes twice.
    pub fn duplicate(&self, on: bool) {
        self.lock().duplicates = on;
    }

    /// Pages come in the wrong order, the newest first.
    pub fn reverse(&self, on: bool) {
        self.lock().reversed = on;
    }

    /// Rows of a page.
    pub fn set_page_size(&self, rows: usize) {
        self.lock().page_size = rows.max(1);
    }

    /// How many requests the node has answered.
    pub fn requests(&self) -> u64 {
        self.lock().requests
    }

    /// A status to answer with instead, if a fault says so. `list` tells whether a page was asked for.
    pub(crate) fn fault(&self, list: bool) -> Option<Fault> {
        let mut state = self.lock();
        state.requests += 1;
        match state.faults.front() {
            Some(Fault::LosePage) if !list => None,
            _ => state.faults.pop_front(),
        }
    }

    /// A page of the transfers to an address, from a mark on.
    pub(crate) fn page(&self, address: &str, since_ms: i64, mark: usize) -> Value {
        let state = self.lock();
        let mut rows: Vec<Value> = Vec::new();
        for (txid, transaction) in &state.transactions {
            if transaction.block_ms < since_ms {
                continue;
            }
            for transfer in transaction.transfers.iter().filter(|transfer| transfer.to == address) {
                let row = json!({
                    "transaction_id": txid,
                    // What a look-alike says of itself is the same.
                    "token_info": {"symbol": "USDT", "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
                        "decimals": 6, "name": "Tether USD"},
                    "block_timestamp": transaction.block_ms,
                    "from": encoded(PAYER),
                    "to": transfer.to,
                    "type": "Transfer",
                    "value": transfer.value.to_string(),
                });
                let times = if state.duplicates { 2 } else { 1 };
                rows.extend(std::iter::repeat_n(row, times));
            }
        }
        rows.sort_by_key(|row| row["block_timestamp"].as_i64());
        if state.reversed {
            rows.reverse();
        }
        // With duplicates on, each page overlaps the one before by half.
        let step = if state.duplicates { state.page_size.div_ceil(2) } else { state.page_size };
        let end = rows.len().min(mark.saturating_add(state.page_size));
        let page = rows.get(mark..end).unwrap_or_default();
        let mut meta = json!({"at": self.clock.now().0.saturating_mul(1000), "page_size": page.len()});
        if end < rows.len() {
            meta["fingerprint"] = json!((mark + step).to_string());
        }
        json!({"data": page, "success": true, "meta": meta})
    }

    /// The receipt of a transaction; empty when there is none yet.
    pub(crate) fn receipt(&self, wanted: &str) -> Value {
        let state = self.lock();
        let found = state.transactions.iter().find(|(txid, _)| txid == wanted);
        let Some((txid, transaction)) = found.filter(|(_, transaction)| transaction.is_final) else {
            return json!({});
        };
        let log = transaction.transfers.iter().map(|transfer| {
            let contract = if transfer.token == Token::Usdt { USDT } else { LOOK_ALIKE };
            let to = raw(&transfer.to).unwrap_or_default();
            json!({
                "address": contract,
                "topics": [TRANSFER, topic(PAYER), topic(to)],
                "data": format!("{:064x}", transfer.value),
            })
        });
        json!({
            "id": txid,
            "blockNumber": 1,
            "blockTimeStamp": transaction.block_ms,
            "receipt": {"result": if transaction.success { "SUCCESS" } else { "REVERT" }},
            "log": log.collect::<Vec<_>>(),
        })
    }
}

/// Not a base58check address of the TRON network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnAddress;

impl std::fmt::Display for NotAnAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not an address of the TRON network")
    }
}

impl std::error::Error for NotAnAddress {}

fn raw(address: &str) -> Result<[u8; 20], NotAnAddress> {
    let bytes = bs58::decode(address).with_check(Some(0x41)).into_vec().map_err(|_| NotAnAddress)?;
    bytes.get(1..).and_then(|rest| rest.try_into().ok()).ok_or(NotAnAddress)
}

fn encoded(account: [u8; 20]) -> String {
    let mut bytes = [0x41; 21];
    bytes[1..].copy_from_slice(&account);
    bs58::encode(bytes).with_check().into_string()
}

fn topic(account: [u8; 20]) -> String {
    format!("{:0>64}", hex(&account))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn random_txid() -> String {
    let mut bytes = [0_u8; 32];
    // A simulated chain can live with a poor id.
    let _ = SystemEntropy.fill(&mut bytes);
    hex(&bytes)
}
