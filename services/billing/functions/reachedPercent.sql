-- Returns the highest threshold of warnings that an amount has reached: 100, 80 or 0 percent of the cap.
create or replace function reached_percent(p_cap bigint, p_used bigint) returns smallint language sql immutable as $$
  select (case when p_used >= p_cap then 100 when p_used::numeric * 100 >= p_cap::numeric * 80 then 80 else 0 end)::smallint
$$;
