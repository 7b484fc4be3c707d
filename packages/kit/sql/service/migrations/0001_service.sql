-- Every service publishes its changes through an outbox row written in the transaction of the change, and records in an
-- inbox the events it has handled, so that no event is lost in a crash or handled twice.
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

-- Blobs that no row refers to any more: an entry is written in the transaction that drops the last reference, and a
-- loop deletes the blobs and then the entry. After a crash in between the deletion is repeated, which is harmless.
create table blob_deletions (
  prefix text primary key,
  queued_at timestamptz(3) not null default now()
);

create index blob_deletions_queued_at on blob_deletions (queued_at);

-- Items of a loop's work that failed, and when each is retried. Items that failed too often are parked (retry_at
-- infinity) until an operator replays them: npm run admin -- dlq list.
create table failed_work (
  -- The loop, e.g. record-results.
  work text not null,
  -- The item, e.g. a job's id.
  id text not null,
  tries int not null,
  -- Message of the last failure.
  error text not null,
  failed_at timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (work, id)
);

create index failed_work_parked on failed_work (failed_at) where retry_at = 'infinity';
