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
  heard_at timestamptz(3) not null default now(),
  primary key (consumer_group, event_id)
);

create index inbox_heard_at on inbox (heard_at);
