-- Returns the UTC day in whose day and month a hold counts.
create or replace function day_of(p_hold holds) returns date language sql immutable as $$
  select coalesce(p_hold.placed_on, (p_hold.created_at at time zone 'UTC')::date)
$$;
