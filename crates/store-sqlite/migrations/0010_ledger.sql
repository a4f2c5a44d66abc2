-- The ledger: double entry, append-only. Amounts are ten-thousandths of a point.
-- An account's id follows from what it is (see LedgerAccount in the model).

CREATE TABLE ledger_accounts (
    id          INTEGER PRIMARY KEY,
    owner       INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    asset       TEXT    NOT NULL CHECK (asset IN ('points', 'credit')),
    part        INTEGER NOT NULL,
    balance     INTEGER NOT NULL,
    min_balance INTEGER,
    UNIQUE (owner, kind, asset, part),
    CHECK (min_balance IS NULL OR balance >= min_balance),
    CHECK (owner = 0 OR min_balance IS NOT NULL)
);

-- The system's side, sixteen rows a book and asset.
INSERT INTO ledger_accounts (id, owner, kind, asset, part, balance, min_balance)
WITH RECURSIVE part (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM part WHERE n < 15),
    book (number, kind) AS (VALUES (8, 'usdt_in'), (9, 'revenue'), (10, 'adjust'),
        (11, 'credit_issued'), (12, 'commission_cost')),
    asset (bit, name) AS (VALUES (0, 'points'), (16, 'credit'))
SELECT book.number * 32 + asset.bit + part.n, 0, book.kind, asset.name, part.n, 0, NULL
FROM book, asset, part;

CREATE TABLE ledger_transactions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT    NOT NULL,
    key          TEXT    NOT NULL UNIQUE,
    request_hash BLOB    NOT NULL CHECK (length(request_hash) = 32),
    actor        INTEGER,
    subject      INTEGER NOT NULL REFERENCES accounts (uid),
    order_id     INTEGER,
    task         INTEGER,
    chunk        INTEGER,
    project      TEXT,
    numbers      INTEGER NOT NULL,
    cost         INTEGER NOT NULL,
    about        INTEGER REFERENCES ledger_transactions (id),
    note         TEXT    NOT NULL,
    amount       INTEGER NOT NULL CHECK (amount > 0),
    created_at   INTEGER NOT NULL
);
CREATE INDEX ledger_transactions_by_task ON ledger_transactions (task) WHERE task IS NOT NULL;
CREATE INDEX ledger_transactions_by_day ON ledger_transactions (created_at) WHERE project IS NOT NULL;
CREATE INDEX ledger_transactions_income ON ledger_transactions (subject, created_at) WHERE project IS NOT NULL;

CREATE TABLE ledger_entries (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    posting       INTEGER NOT NULL REFERENCES ledger_transactions (id),
    account       INTEGER NOT NULL REFERENCES ledger_accounts (id),
    amount        INTEGER NOT NULL CHECK (amount <> 0),
    balance_after INTEGER NOT NULL
);
CREATE UNIQUE INDEX ledger_entries_by_posting ON ledger_entries (posting, account);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account, id);

CREATE TABLE ledger_holds (
    task            INTEGER PRIMARY KEY,
    uid             INTEGER NOT NULL REFERENCES accounts (uid),
    credit_reserved INTEGER NOT NULL CHECK (credit_reserved >= 0),
    points_reserved INTEGER NOT NULL CHECK (points_reserved >= 0),
    credit_settled  INTEGER NOT NULL DEFAULT 0 CHECK (credit_settled >= 0),
    points_settled  INTEGER NOT NULL DEFAULT 0 CHECK (points_settled >= 0),
    credit_released INTEGER NOT NULL DEFAULT 0 CHECK (credit_released >= 0),
    points_released INTEGER NOT NULL DEFAULT 0 CHECK (points_released >= 0),
    closed          INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    CHECK (credit_settled + credit_released <= credit_reserved),
    CHECK (points_settled + points_released <= points_reserved)
);
CREATE INDEX ledger_holds_by_account ON ledger_holds (uid);

CREATE TRIGGER ledger_transactions_keep_their_past_update BEFORE UPDATE ON ledger_transactions
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_transactions_keep_their_past_delete BEFORE DELETE ON ledger_transactions
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_keep_their_past_update BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entries_keep_their_past_delete BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_accounts_are_never_removed BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_holds_are_never_removed BEFORE DELETE ON ledger_holds
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
