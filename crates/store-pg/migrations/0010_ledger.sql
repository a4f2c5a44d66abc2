-- The ledger: double entry, append-only. Amounts are ten-thousandths of a point.
-- An account's id follows from what it is (see LedgerAccount in the model).

CREATE TABLE ledger_accounts (
    id          BIGINT PRIMARY KEY,
    owner       BIGINT NOT NULL,
    kind        TEXT    NOT NULL,
    asset       TEXT    NOT NULL CHECK (asset IN ('points', 'credit')),
    part        BIGINT NOT NULL,
    balance     BIGINT NOT NULL,
    min_balance BIGINT,
    UNIQUE (owner, kind, asset, part),
    CHECK (min_balance IS NULL OR balance >= min_balance),
    CHECK (owner = 0 OR min_balance IS NOT NULL)
)
-- Balances are rewritten in place again and again: leave room for that on every page.
WITH (fillfactor = 50);

-- The system's side, sixteen rows a book and asset.
INSERT INTO ledger_accounts (id, owner, kind, asset, part, balance, min_balance)
WITH part (n) AS (SELECT generate_series(0, 15)),
    book (number, kind) AS (VALUES (8, 'usdt_in'), (9, 'revenue'), (10, 'adjust'),
        (11, 'credit_issued'), (12, 'commission_cost')),
    asset (bit, name) AS (VALUES (0, 'points'), (16, 'credit'))
SELECT book.number * 32 + asset.bit + part.n, 0, book.kind, asset.name, part.n, 0, NULL
FROM book, asset, part;

CREATE TABLE ledger_transactions (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         TEXT    NOT NULL,
    key          TEXT COLLATE "C" NOT NULL UNIQUE,
    request_hash BYTEA   NOT NULL CHECK (length(request_hash) = 32),
    actor        BIGINT,
    subject      BIGINT NOT NULL REFERENCES accounts (uid),
    order_id     BIGINT,
    task         BIGINT,
    chunk        BIGINT,
    project      TEXT,
    numbers      BIGINT NOT NULL,
    cost         BIGINT NOT NULL,
    about        BIGINT REFERENCES ledger_transactions (id),
    note         TEXT    NOT NULL,
    amount       BIGINT NOT NULL CHECK (amount > 0),
    created_at   BIGINT NOT NULL
);
CREATE INDEX ledger_transactions_by_task ON ledger_transactions (task) WHERE task IS NOT NULL;
CREATE INDEX ledger_transactions_by_day ON ledger_transactions (created_at) WHERE project IS NOT NULL;
CREATE INDEX ledger_transactions_income ON ledger_transactions (subject, created_at) WHERE project IS NOT NULL;

CREATE TABLE ledger_entries (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    posting       BIGINT NOT NULL REFERENCES ledger_transactions (id),
    account       BIGINT NOT NULL,
    amount        BIGINT NOT NULL CHECK (amount <> 0),
    balance_after BIGINT NOT NULL
);
CREATE UNIQUE INDEX ledger_entries_by_posting ON ledger_entries (posting, account);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account, id);

CREATE TABLE ledger_holds (
    task            BIGINT PRIMARY KEY,
    uid             BIGINT NOT NULL REFERENCES accounts (uid),
    credit_reserved BIGINT NOT NULL CHECK (credit_reserved >= 0),
    points_reserved BIGINT NOT NULL CHECK (points_reserved >= 0),
    credit_settled  BIGINT NOT NULL DEFAULT 0 CHECK (credit_settled >= 0),
    points_settled  BIGINT NOT NULL DEFAULT 0 CHECK (points_settled >= 0),
    credit_released BIGINT NOT NULL DEFAULT 0 CHECK (credit_released >= 0),
    points_released BIGINT NOT NULL DEFAULT 0 CHECK (points_released >= 0),
    closed          BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK (credit_settled + credit_released <= credit_reserved),
    CHECK (points_settled + points_released <= points_reserved)
);
CREATE INDEX ledger_holds_by_account ON ledger_holds (uid);

CREATE TRIGGER ledger_transactions_keep_their_past BEFORE UPDATE OR DELETE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_are_not_emptied BEFORE TRUNCATE ON ledger_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_keep_their_past BEFORE UPDATE OR DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_are_not_emptied BEFORE TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_are_never_removed BEFORE DELETE ON ledger_accounts
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_holds_are_never_removed BEFORE DELETE ON ledger_holds
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
