-- The bus of a deployment without Kafka: an append-only log. Ids follow commit order because appending takes the topic's
-- lock, so readers may trust `id > offset`. (A snapshot horizon does not do: a write transaction hanging open in any
-- other database of the server would hide new events.)
create table events (
  id bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  event_id text not null,
  type text not null,
  value bytea not null,
  traceparent text not null,
  occurred_at timestamptz(3) not null,
  -- Why the event was parked; only in dead-letter topics.
  error text
);

create index events_topic_id on events (topic, id);

create table offsets (
  topic text not null,
  consumer_group text not null,
  last_id bigint not null,
  primary key (topic, consumer_group)
);

create function append_events(
  p_topic text, p_keys text[], p_event_ids text[], p_types text[], p_values bytea[], p_traceparents text[],
  p_occurred_at timestamptz[], p_error text
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_topic, 0));
  insert into events (topic, key, event_id, type, value, traceparent, occurred_at, error)
  select p_topic, key, event_id, type, value, traceparent, occurred_at, p_error
  from unnest(p_keys, p_event_ids, p_types, p_values, p_traceparents, p_occurred_at)
    with ordinality as e (key, event_id, type, value, traceparent, occurred_at, n)
  order by n;
end $$;
