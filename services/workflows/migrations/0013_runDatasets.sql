-- A run keeps the releases that its start has found, so that a retry after an import searches the same data. By node id:
-- {"setting": …, "dataset": "swissprot@2026_04", "sha256": …}. Runs of earlier releases have none and search as written.
alter table runs add column datasets jsonb not null default '{}';
