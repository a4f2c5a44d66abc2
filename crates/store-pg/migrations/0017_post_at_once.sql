-- A posting whose sides are known is one statement instead of one for itself and one for every side:
-- most of its time went into the way there and back.
-- Stops before a side that it cannot move: `entries` and `balances` are as long as it came.
-- `posting` is null, and nothing was done, when the key was used before.
CREATE FUNCTION ledger_post(
    of_kind TEXT, of_key TEXT, of_hash BYTEA, of_actor BIGINT, of_subject BIGINT, of_order BIGINT, of_task BIGINT,
    of_chunk BIGINT, of_project TEXT, of_numbers BIGINT, of_about BIGINT, of_note TEXT,
    of_amount BIGINT, of_time BIGINT, sides BIGINT[], amounts BIGINT[],
    OUT posting BIGINT, OUT entries BIGINT[], OUT balances BIGINT[]
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    begun BIGINT;
    entry BIGINT;
    came_to BIGINT;
BEGIN
    entries := '{}';
    balances := '{}';
    INSERT INTO ledger_transactions (kind, key, request_hash, actor, subject, order_id, task, chunk,
        project, numbers, about, note, amount, created_at)
    VALUES (of_kind, of_key, of_hash, of_actor, of_subject, of_order, of_task, of_chunk,
        of_project, of_numbers, of_about, of_note, of_amount, of_time)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO begun;
    posting := begun;
    IF begun IS NULL THEN
        RETURN;
    END IF;
    FOR side IN 1 .. cardinality(sides) LOOP
        UPDATE ledger_accounts SET balance = balance + amounts[side]
        WHERE id = sides[side] AND (min_balance IS NULL OR balance + amounts[side] >= min_balance)
        RETURNING balance INTO came_to;
        EXIT WHEN NOT FOUND;
        INSERT INTO ledger_entries (posting, account, amount, balance_after)
        VALUES (begun, sides[side], amounts[side], came_to) RETURNING id INTO entry;
        entries := entries || entry;
        balances := balances || came_to;
    END LOOP;
END $$;

-- Entries are made by that function and by the statement beside it, each for a transaction that was begun in
-- the same unit of work, and neither can be changed or deleted; `verify-ledger` counts both.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_posting_fkey;
