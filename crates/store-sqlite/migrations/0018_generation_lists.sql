-- Generation without the numbers of a list.

-- Numbers that runs passed over because a list has them: before a track's mark, and yet not given.
ALTER TABLE generation_accounts ADD COLUMN spared BLOB NOT NULL DEFAULT X'';

-- Which list a run left out, and the numbers that its stretches do not tell of: those of the list
-- that it passed over, and spared ones that it gave after all. Gone with the run.
ALTER TABLE generation_runs ADD COLUMN without_list INTEGER REFERENCES lists (id);
ALTER TABLE generation_runs ADD COLUMN exceptions BLOB NOT NULL DEFAULT X'';
