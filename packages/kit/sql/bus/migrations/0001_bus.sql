-- The bus of a deployment without Kafka: an append-only log. Ids follow commit order because appending takes the
-- topic's lock (functions/appendEvents.sql), so readers may trust `id > offset`. (A snapshot horizon does not do: a
-- write transaction hanging open in any other database of the server would hide new events.)
create table events (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  event_id text not null,
  type text not null,
  value bytea not null,
  traceparent text not null,
  occurred_at timestamptz(3) not null,
  -- Why the event was parked, and when an operator replayed it to its group; only in dead-letter topics. A replayed
  -- letter stays in the log as a record.
  error text,
  replayed_at timestamptz(3)
);

create index events_topic_id on events (topic, id);

-- Operators list the dead letters of all topics: those not yet replayed have a small index of their own.
create index events_dead on events (id) where error is not null and replayed_at is null;

create table offsets (
  topic text not null,
  consumer_group text not null,
  last_id bigint not null,
  primary key (topic, consumer_group)
);
