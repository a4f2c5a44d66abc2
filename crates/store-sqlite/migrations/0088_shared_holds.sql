-- Lookups that start together share a hold. `hold` is the lookup that opened it, 0 for that lookup itself; `held` is the part of
-- this lookup, NULL if an earlier version started it: then the hold belongs to the request.
ALTER TABLE lookups ADD COLUMN hold INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lookups ADD COLUMN held INTEGER;
UPDATE lookups SET hold = first WHERE first <> 0;
CREATE INDEX lookups_by_hold ON lookups (hold) WHERE hold <> 0;
