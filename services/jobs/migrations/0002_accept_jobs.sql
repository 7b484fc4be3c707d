-- The second durable commit of a submission, for all submissions of one workspace that arrived together: one round trip
-- to the database, a verdict for each. The workspace row is locked by the first statement, and the active jobs are
-- counted by a later one, whose snapshot therefore sees what the lock waited for. (As one statement with CTEs the count
-- would be taken before the wait: measured, 43 jobs accepted under a limit of 5.)
create function accept_jobs(
  p_workspace_id text, p_day date, p_max_active int, p_max_daily int, p_jobs jsonb, p_inputs bytea[], p_events bytea[]
) returns setof text language plpgsql as $$
declare
  v_active int;
  v_used int;
  v_job jsonb;
  v_owner text;
begin
  insert into workspaces (id, day, used_today) values (p_workspace_id, p_day, 0) on conflict do nothing;
  select case when day = p_day then used_today else 0 end into v_used
    from workspaces where id = p_workspace_id for update;
  select count(*) into v_active from jobs where workspace_id = p_workspace_id and completed_at is null;

  for i in 1 .. jsonb_array_length(p_jobs) loop
    v_job := p_jobs -> (i - 1);

    if exists (select from submissions where id = (v_job ->> 'submission_id')::uuid) then
      return next 'duplicate';
      continue;
    end if;

    if v_active >= p_max_active or v_used >= p_max_daily then
      -- Refused for good: the hold is nobody's before anyone may void it.
      insert into hold_owners (hold_id) select (v_job ->> 'hold_id')::uuid where v_job ->> 'hold_id' is not null
        on conflict do nothing;
      return next case when v_active >= p_max_active then 'concurrent_limit' else 'daily_limit' end;
      continue;
    end if;

    if v_job ->> 'hold_id' is not null then
      insert into hold_owners (hold_id, job_id) values ((v_job ->> 'hold_id')::uuid, v_job ->> 'id')
        on conflict do nothing;
      if not found then
        return next 'hold_taken';
        continue;
      end if;
    end if;

    insert into submissions (id, workspace_id, fingerprint, fingerprint_version, job_id, expires_at)
    values (
      (v_job ->> 'submission_id')::uuid, p_workspace_id, v_job ->> 'fingerprint',
      (v_job ->> 'fingerprint_version')::int, v_job ->> 'id', (v_job ->> 'submission_expires_at')::timestamptz
    );
    insert into jobs (
      id, workspace_id, project_id, status, version, tool, tool_version, tool_digest, major, name, created_by, parent_ref,
      wall_limit_ms, status_since, error, mode, hold_id, reserved_mc, first_reserved_mc, cap_mc, rate_mc_per_minute,
      traceparent
    )
    select
      r.id, p_workspace_id, r.project_id, r.status, 1, r.tool, r.tool_version, r.tool_digest, r.major, r.name,
      r.created_by, r.parent_ref, r.wall_limit_ms, r.status_since, r.error, r.mode, r.hold_id, r.reserved_mc,
      r.reserved_mc, r.cap_mc, r.rate_mc_per_minute, r.traceparent
    from jsonb_to_record(v_job) as r (
      id text, project_id text, status text, tool text, tool_version text, tool_digest text, major int, name text,
      created_by text, parent_ref text, wall_limit_ms bigint, status_since timestamptz, error text, mode text,
      hold_id uuid, reserved_mc bigint, cap_mc bigint, rate_mc_per_minute bigint, traceparent text
    );
    insert into job_inputs (job_id, body) values (v_job ->> 'id', p_inputs[i]);
    insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
    values (
      'jobs.events.v1', v_job ->> 'id', v_job ->> 'event_id', 'submitted', p_events[i], v_job ->> 'traceparent',
      (v_job ->> 'status_since')::timestamptz
    );
    v_active := v_active + 1;
    v_used := v_used + 1;
    return next 'accepted';
  end loop;

  update workspaces set day = p_day, used_today = v_used where id = p_workspace_id;
end $$;
