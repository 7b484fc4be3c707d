-- Bytes that nobody owns any more: an entry is written in the transaction that makes them so, and a loop deletes the
-- bytes and then the entry. A crash in between repeats the deletion, which changes nothing.
create table blob_deletions (
  prefix text primary key,
  queued_at timestamptz(3) not null default now()
);

create index blob_deletions_queued_at on blob_deletions (queued_at);
