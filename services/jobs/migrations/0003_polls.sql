-- When each key may poll each job again. Unlogged: a poll waits for no disk, and a crash costs one free poll.
create unlogged table polls (
  key_id text not null,
  job_id text not null,
  kind text not null,
  next_at timestamptz(3) not null,
  primary key (key_id, job_id, kind)
) with (fillfactor = 70);

-- 0: this poll counts, and the next one is due after the pace. Else: whole seconds to wait, and nothing moved. Two
-- statements, so that the second sees what the first may have waited for: polls that arrive together are one that counts
-- and others that are told exactly when the next may come.
create function poll_job(p_key_id text, p_job_id text, p_kind text, p_pace_seconds int) returns int language plpgsql as $$
declare
  v_next timestamptz;
begin
  insert into polls (key_id, job_id, kind, next_at)
  values (p_key_id, p_job_id, p_kind, clock_timestamp() + make_interval(secs => p_pace_seconds))
  on conflict (key_id, job_id, kind) do update set next_at = excluded.next_at
    where polls.next_at <= clock_timestamp();
  if found then
    return 0;
  end if;
  select next_at into v_next from polls where key_id = p_key_id and job_id = p_job_id and kind = p_kind;
  return greatest(1, ceil(extract(epoch from v_next - clock_timestamp())));
end $$;
