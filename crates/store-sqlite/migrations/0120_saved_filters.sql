-- Filters that accounts have saved for list pages (docs/decisions/073-saved-filters.md).
CREATE TABLE saved_filters (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    -- The table of the console.
    page       TEXT NOT NULL,
    name       TEXT NOT NULL,
    -- Filters and sort order as they stand in the address of the page.
    query      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (uid, page, name)
);
