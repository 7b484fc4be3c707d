-- Every service tells its changes through an outbox row written in the transaction of the change, and remembers in an
-- inbox what it has heard, so that an event is neither lost with a crash nor worked on twice.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  event_id text not null,
  type text not null,
  value bytea not null,
  traceparent text not null,
  occurred_at timestamptz(3) not null
);

create table inbox (
  consumer_group text not null,
  event_id text not null,
  received_at timestamptz(3) not null default now(),
  primary key (consumer_group, event_id)
);

create index inbox_received_at on inbox (received_at);

-- Bytes that nobody owns any more: an entry is written in the transaction that makes them so, and a loop deletes the
-- bytes and then the entry. A crash in between repeats the deletion, which changes nothing.
create table blob_deletions (
  prefix text primary key,
  queued_at timestamptz(3) not null default now()
);

create index blob_deletions_queued_at on blob_deletions (queued_at);

-- Pieces of a loop's work that failed: when each is tried again. What failed too often is parked (retry_at infinity) until
-- an operator has it tried again: npm run admin -- dlq list.
create table failed_work (
  -- The loop, e.g. record-results.
  work text not null,
  -- What it worked on, e.g. a job's id.
  id text not null,
  tries int not null,
  -- What the last try failed with.
  error text not null,
  failed_at timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (work, id)
);

create index failed_work_parked on failed_work (failed_at) where retry_at = 'infinity';
