-- One round trip of a replica for a key: it reports `p_spent` requests admitted from memory in the window that began at
-- `p_window`, and asks for `p_wanted` waiting requests. The row is locked before the clock is read, so that windows follow
-- each other in the order in which replicas are answered. A window begins with the first wanted request; requests spent in a
-- window that has ended no longer count.
create or replace function spend_requests(
  p_key_id text, p_window timestamptz, p_spent int, p_wanted int, p_limit int,
  out window_started_at timestamptz, out window_used int, out granted int, out decided_at timestamptz
) language plpgsql as $$
begin
  insert into rate_windows (key_id, started_at, used) values (p_key_id, 'epoch', 0) on conflict do nothing;
  select started_at, used into window_started_at, window_used from rate_windows where key_id = p_key_id for update;
  decided_at := clock_timestamp();

  if decided_at < window_started_at + interval '60 s' then
    if window_started_at = p_window then
      window_used := window_used + p_spent;
    end if;
  elsif p_wanted > 0 then
    window_started_at := date_trunc('milliseconds', decided_at);
    window_used := 0;
  end if;

  granted := least(p_wanted, greatest(0, p_limit - window_used));
  window_used := window_used + granted;
  update rate_windows set started_at = window_started_at, used = window_used where key_id = p_key_id;
end $$;
