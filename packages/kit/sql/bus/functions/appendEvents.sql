-- Appends events to a topic, in the order given: one writer of a topic at a time, so that ids follow commit order.
create or replace function append_events(
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
