//! The simulated chain: transactions with token transfers, and faults of the node.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_model::clock::{Clock, Entropy, SystemEntropy};
use serde_json::{Value, json};

const USDT: &str = "a614f803b6fd780986a42c78ec9c7f77e6ded13c";
const LOOK_ALIKE: &str = "b714f803b6fd780986a42c78ec9c7f77e6ded13c";
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// Sender of all transfers.
const PAYER: [u8; 20] = [0x11; 20];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// The real contract.
    Usdt,
    /// A different contract that also calls itself USDT.
    LookAlike,
}

/// One transfer inside a transaction.
#[derive(Debug, Clone)]
pub struct Transfer {
    /// Receiving address (base58check).
    pub to: String,
    /// Amount in micro-USDT.
    pub value: u64,
    pub token: Token,
}

#[derive(Debug, Clone)]
pub struct Transaction {
    /// Time of the block in milliseconds.
    pub block_ms: i64,
    pub transfers: Vec<Transfer>,
    pub success: bool,
    /// Whether the node returns the receipt.
    pub is_final: bool,
}

/// A fault of the node that affects one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The response is this HTTP status.
    Status(u16),
    /// A page of transfers is empty, as if it were the last one.
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

/// The chain, shared by its node and the tests. Cheap to clone.
#[derive(Clone)]
pub struct Chain {
    state: Arc<Mutex<State>>,
    clock: Arc<dyn Clock>,
}

impl Chain {
    /// Creates an empty chain.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let state = State { page_size: 200, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)), clock }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time in milliseconds, as blocks have it.
    pub(crate) fn now_ms(&self) -> i64 {
        self.clock.now().0.saturating_mul(1000)
    }

    /// Pays USDT to an address and returns the transaction id.
    pub fn pay(&self, to: &str, value: u64) -> Result<String, NotAnAddress> {
        let transfer = Transfer { to: to.to_owned(), value, token: Token::Usdt };
        self.put(Transaction {
            block_ms: self.now_ms(),
            transfers: vec![transfer],
            success: true,
            is_final: true,
        })
    }

    /// Adds a transaction and returns its id.
    pub fn put(&self, transaction: Transaction) -> Result<String, NotAnAddress> {
        for transfer in &transaction.transfers {
            decode_address(&transfer.to)?;
        }
        let txid = random_txid();
        self.lock().transactions.push((txid.clone(), transaction));
        Ok(txid)
    }

    /// Makes the receipt of a transaction available.
    pub fn make_final(&self, txid: &str) {
        for (_, transaction) in self.lock().transactions.iter_mut().filter(|(id, _)| id == txid) {
            transaction.is_final = true;
        }
    }

    /// Applies these faults to the next requests, one each.
    pub fn fail_next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.lock().faults.extend(faults);
    }

    /// Sends every row twice, with overlapping pages.
    pub fn duplicate(&self, on: bool) {
        self.lock().duplicates = on;
    }

    /// Sends the newest transfers first, which is the wrong order.
    pub fn reverse(&self, on: bool) {
        self.lock().reversed = on;
    }

    /// Sets the number of rows per page.
    pub fn set_page_size(&self, rows: usize) {
        self.lock().page_size = rows.max(1);
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> u64 {
        self.lock().requests
    }

    /// Counts a request and returns the fault that applies to it. `LosePage` waits for a request for a page.
    pub(crate) fn next_fault(&self, is_page: bool) -> Option<Fault> {
        let mut state = self.lock();
        state.requests += 1;
        match state.faults.front() {
            Some(Fault::LosePage) if !is_page => None,
            _ => state.faults.pop_front(),
        }
    }

    /// Returns a page of the transfers to an address, starting at `offset`.
    pub(crate) fn page(&self, address: &str, since_ms: i64, offset: usize) -> Value {
        let state = self.lock();
        let mut rows: Vec<Value> = Vec::new();
        for (txid, transaction) in &state.transactions {
            if transaction.block_ms < since_ms {
                continue;
            }
            for transfer in transaction.transfers.iter().filter(|transfer| transfer.to == address) {
                let row = json!({
                    "transaction_id": txid,
                    // A look-alike token reports the same.
                    "token_info": {"symbol": "USDT", "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
                        "decimals": 6, "name": "Tether USD"},
                    "block_timestamp": transaction.block_ms,
                    "from": encode_address(PAYER),
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
        // With duplicates, each page overlaps the previous one by half.
        let step = if state.duplicates { state.page_size.div_ceil(2) } else { state.page_size };
        let end = rows.len().min(offset.saturating_add(state.page_size));
        let page = rows.get(offset..end).unwrap_or_default();
        let mut meta = json!({"at": self.now_ms(), "page_size": page.len()});
        if end < rows.len() {
            meta["fingerprint"] = json!((offset + step).to_string());
        }
        json!({"data": page, "success": true, "meta": meta})
    }

    /// Returns the receipt of a transaction, or an empty object if there is none yet.
    pub(crate) fn receipt(&self, txid: &str) -> Value {
        let state = self.lock();
        let found = state.transactions.iter().find(|(id, transaction)| id == txid && transaction.is_final);
        let Some((_, transaction)) = found else {
            return json!({});
        };
        let log = transaction.transfers.iter().map(|transfer| {
            let contract = if transfer.token == Token::Usdt { USDT } else { LOOK_ALIKE };
            let to = decode_address(&transfer.to).unwrap_or_default();
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

/// The demo's wallet and its account. Real wallets refuse this text, so that nobody can send money to the demo.
const DEMO: (&str, [u8; 20]) = ("DEMO-SEND-NO-MONEY", *b"numsift demo address");

fn decode_address(address: &str) -> Result<[u8; 20], NotAnAddress> {
    if address == DEMO.0 {
        return Ok(DEMO.1);
    }
    let bytes = bs58::decode(address).with_check(Some(0x41)).into_vec().map_err(|_| NotAnAddress)?;
    bytes.get(1..).and_then(|rest| rest.try_into().ok()).ok_or(NotAnAddress)
}

fn encode_address(account: [u8; 20]) -> String {
    let mut bytes = [0x41; 21];
    bytes[1..].copy_from_slice(&account);
    bs58::encode(bytes).with_check().into_string()
}

fn topic(account: [u8; 20]) -> String {
    format!("{:0>64}", hex::encode(account))
}

fn random_txid() -> String {
    let mut bytes = [0_u8; 32];
    // Ids of a simulated chain need not be unpredictable.
    let _ = SystemEntropy.fill(&mut bytes);
    hex::encode(bytes)
}
