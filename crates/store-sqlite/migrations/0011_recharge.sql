-- Top-ups: wallets, orders, verified transfers; the pages of money.
-- USDT in micro-USDT; times in unix seconds.

CREATE TABLE wallets (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    network    TEXT    NOT NULL,
    address    TEXT    NOT NULL UNIQUE,
    label      TEXT    NOT NULL,
    active     INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
    created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX wallets_one_active ON wallets (network) WHERE active;

CREATE TABLE recharge_orders (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uid            INTEGER NOT NULL REFERENCES accounts (uid),
    kind           TEXT    NOT NULL CHECK (kind IN ('points', 'quota')),
    address        TEXT    NOT NULL,
    base           INTEGER NOT NULL CHECK (base > 0),
    amount         INTEGER NOT NULL CHECK (amount >= base),
    rate           INTEGER NOT NULL CHECK (rate > 0),
    status         INTEGER NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 4),
    reserved       INTEGER NOT NULL DEFAULT 1 CHECK (reserved IN (0, 1)),
    created_at     INTEGER NOT NULL,
    expire_at      INTEGER NOT NULL,
    reserved_until INTEGER NOT NULL,
    paid_at        INTEGER,
    txid           TEXT,
    CHECK ((status = 1) = (paid_at IS NOT NULL))
);
-- Two open orders never ask for the same amount at the same address.
CREATE UNIQUE INDEX recharge_orders_one_amount ON recharge_orders (address, amount) WHERE reserved;
CREATE INDEX recharge_orders_to_match ON recharge_orders (address, amount, created_at);
CREATE INDEX recharge_orders_by_account ON recharge_orders (uid, id);
CREATE INDEX recharge_orders_to_expire ON recharge_orders (expire_at) WHERE status = 0;
CREATE INDEX recharge_orders_to_free ON recharge_orders (reserved_until) WHERE reserved;
CREATE INDEX recharge_orders_to_watch ON recharge_orders (address, reserved_until);

CREATE TABLE deposits (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    txid       TEXT    NOT NULL,
    log_index  INTEGER NOT NULL,
    address    TEXT    NOT NULL,
    sender     TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount > 0),
    block_time INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    status     TEXT    NOT NULL DEFAULT 'unmatched' CHECK (status IN ('unmatched', 'matched', 'credited')),
    order_id   INTEGER REFERENCES recharge_orders (id),
    uid        INTEGER REFERENCES accounts (uid),
    decided_by INTEGER,
    reason     TEXT    NOT NULL DEFAULT '',
    UNIQUE (txid, log_index)
);
CREATE INDEX deposits_by_status ON deposits (status, id);

CREATE TABLE chain_cursors (
    address   TEXT    PRIMARY KEY,
    cursor_ms INTEGER NOT NULL,
    polled_at INTEGER NOT NULL
);

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (800, NULL, 800, 'records', 'index', '', 'records', NULL, 'receipt', 1),
    (810, 800, 10, 'recharge', 'list', 'recharge/list', 'recharge_orders', 'recharge_orders_admin', 'coins', 2),
    (820, 800, 20, 'finance', 'list', 'finance/list', 'financial_records', 'financial_records_admin', 'list', 2),
    (830, 800, 30, 'finance', 'credit', 'finance/credit', 'credit_records', 'credit_records_admin', 'credit-card', 2),
    (840, 800, 40, 'finance', 'income', 'finance/income', 'project_income', 'project_income_admin', 'chart-bar', 2),
    (860, 900, 60, 'recharge', 'getWallet', 'recharge/wallet', 'wallet_config', NULL, 'wallet', 2),
    (861, 900, 61, 'recharge', 'deposits', 'recharge/deposits', 'deposits', NULL, 'download', 2),
    (811, 810, 1, 'recharge', 'recharge', '', 'recharge_create', NULL, 'dot', 3),
    (812, 810, 2, 'recharge', 'query', '', 'recharge_query', NULL, 'dot', 3),
    (813, 810, 3, 'recharge', 'verify', '', 'recharge_verify', NULL, 'dot', 3),
    (814, 810, 4, 'recharge', 'cancel', '', 'recharge_cancel', NULL, 'dot', 3),
    (821, 820, 1, 'finance', 'adjust', '', 'finance_adjust', NULL, 'dot', 3),
    (831, 830, 1, 'privilege_escalation', 'creditRecharge', '', 'quota_create', NULL, 'dot', 3),
    (832, 830, 2, 'privilege_escalation', 'getCreditRechargeList', '', 'quota_orders', NULL, 'dot', 3),
    (833, 830, 3, 'privilege_escalation', 'getDeductList', '', 'quota_deductions', NULL, 'dot', 3),
    (862, 860, 1, 'recharge', 'setWallet', '', 'wallet_set', NULL, 'dot', 3),
    (863, 861, 1, 'recharge', 'creditDeposit', '', 'deposit_credit', NULL, 'dot', 3);

INSERT INTO role_permissions (role_id, permission) VALUES
    (2, 'recharge/list'), (2, 'recharge/query'), (2, 'recharge/getWallet'), (2, 'recharge/deposits'),
    (2, 'recharge/creditDeposit'), (2, 'finance/list'), (2, 'finance/credit'), (2, 'finance/income'),
    (3, 'recharge/list'), (3, 'recharge/recharge'), (3, 'recharge/query'), (3, 'recharge/verify'),
    (3, 'recharge/cancel'), (3, 'finance/list'), (3, 'finance/credit'), (3, 'finance/income'),
    (3, 'privilege_escalation/creditRecharge'), (3, 'privilege_escalation/getCreditRechargeList'),
    (3, 'privilege_escalation/getDeductList');
