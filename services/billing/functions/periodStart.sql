-- Returns the first day of the period that has a UTC day: the day itself, the first of its month, or -infinity for all time.
create or replace function period_start(p_period text, p_day date) returns date language sql immutable as $$
  select case p_period
    when 'day' then p_day
    when 'month' then date_trunc('month', p_day::timestamp)::date
    else '-infinity'::date
  end
$$;
