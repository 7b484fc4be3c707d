-- The second durable commit of a submission, for all submissions that arrived together, whatever their workspaces: one
-- round trip and one fsync, a verdict for each. Workspace rows are locked first, in the order of their ids, so batches
-- never deadlock. A later statement counts the active jobs, so that its snapshot includes the commits that the locks
-- waited for. (One statement with CTEs counts before the wait: measured, 43 jobs were accepted under a limit of 5.) Submissions of one workspace are decided one after the other, then all are written at once.
-- Projects are locked after the workspaces, also in the order of their ids, so that no project closes while jobs join it.
-- Each connection plans it once. By default PostgreSQL plans again for each length of a batch, which is a quarter of the cost
-- of a single submission (measured). Without sequential scans the plan is also right when it was made while the tables were small.
-- Returns one row per submission, `n` counting them from 1.
create or replace function accept_jobs(
  p_day date, p_workspace_ids text[], p_max_active int[], p_max_daily int[], p_jobs jsonb, p_inputs bytea[],
  p_events bytea[]
) returns table (n bigint, verdict text) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wanted record;
  v_workspace_id text;
  v_active bigint;
  v_used int;
  v_in_projects boolean := p_jobs @? '$[*].project_id';
  accepted bigint[] := '{}';
  seen uuid[] := '{}';
  -- Accepted submissions.
  v_jobs jsonb := p_jobs;
begin
  if (select count(*) from workspaces where id = any(p_workspace_ids)) < cardinality(p_workspace_ids) then
    insert into workspaces (id, day, used_today)
    select id, p_day, 0 from unnest(p_workspace_ids) as w (id) order by id on conflict do nothing;
  end if;
  perform from workspaces where id = any(p_workspace_ids) order by id for update;
  if v_in_projects then
    insert into projects (workspace_id, id)
    select distinct workspace_id, project_id from jsonb_to_recordset(p_jobs) as j (workspace_id text, project_id text)
    where project_id is not null order by workspace_id, project_id on conflict do nothing;
    perform from projects where (workspace_id, id) in (
      select workspace_id, project_id from jsonb_to_recordset(p_jobs) as j (workspace_id text, project_id text)
    ) order by workspace_id, id for update;
  end if;

  for wanted in
    -- Scalar subqueries stay lookups by key, however small the tables were when the plan was made.
    with usage as materialized (
      select w.id, w.max_active, w.max_daily,
        -- Counted only up to the limit.
        (select count(*) from (
          select from jobs where workspace_id = w.id and completed_at is null limit w.max_active
        ) active) as active,
        (select case when day = p_day then used_today else 0 end from workspaces where workspaces.id = w.id) as used
      from unnest(p_workspace_ids, p_max_active, p_max_daily) as w (id, max_active, max_daily)
    )
    select j.n, j.workspace_id, j.id, j.submission_id, j.hold_id, u.max_active, u.max_daily, u.active, u.used,
      (select true from submissions where submissions.id = j.submission_id) as is_known,
      (select closed_mode from projects p where p.workspace_id = j.workspace_id and p.id = j.project_id) as closed_mode
    from rows from (
      jsonb_to_recordset(p_jobs) as (workspace_id text, id text, submission_id uuid, hold_id uuid, project_id text)
    ) with ordinality as j (workspace_id, id, submission_id, hold_id, project_id, n)
    join usage u on u.id = j.workspace_id
    order by j.workspace_id, j.n
  loop
    n := wanted.n;
    if v_workspace_id is distinct from wanted.workspace_id then
      v_workspace_id := wanted.workspace_id;
      v_active := wanted.active;
      v_used := wanted.used;
    end if;

    if wanted.is_known or wanted.submission_id = any(seen) then
      verdict := 'duplicate';
    elsif wanted.closed_mode in ('move', 'unassign') then
      -- The caller asks again with the project's target and the same hold.
      verdict := 'project_moved';
    elsif wanted.closed_mode is not null or v_active >= wanted.max_active or v_used >= wanted.max_daily then
      verdict := case
        when wanted.closed_mode is not null then 'project_deleted'
        when v_active >= wanted.max_active then 'concurrent_limit'
        else 'daily_limit'
      end;
      -- Refused: records that no job owns the hold, before the hold may be voided.
      if wanted.hold_id is not null then
        insert into hold_owners (hold_id) values (wanted.hold_id) on conflict do nothing;
      end if;
    else
      verdict := 'accepted';
      if wanted.hold_id is not null then
        insert into hold_owners (hold_id, job_id) values (wanted.hold_id, wanted.id) on conflict do nothing;
        if not found then
          verdict := 'hold_taken';
        end if;
      end if;
      if verdict = 'accepted' then
        v_active := v_active + 1;
        v_used := v_used + 1;
        accepted := accepted || wanted.n;
        seen := seen || wanted.submission_id;
      end if;
    end if;
    return next;
  end loop;

  if cardinality(accepted) = 0 then
    return;
  end if;
  if cardinality(accepted) < jsonb_array_length(p_jobs) then
    v_jobs := (
      select jsonb_agg(job) from jsonb_array_elements(p_jobs) with ordinality as j (job, n) where j.n = any(accepted)
    );
  end if;
  -- Writes every column that the caller sent. Defaults of the table do not apply to a whole row, so defaults of columns
  -- that no submission sets are given here. Callers of the last release do not send project_seq.
  insert into jobs
  select * from jsonb_populate_recordset(
    jsonb_populate_record(null::jobs, '{"visibility": "PRIVATE", "project_seq": 0}'), v_jobs
  );
  if v_in_projects then
    update projects set members = projects.members + fresh.jobs
    from (
      select workspace_id, project_id, count(*) as jobs
      from jsonb_to_recordset(v_jobs) as j (workspace_id text, project_id text)
      where project_id is not null group by workspace_id, project_id
    ) fresh
    where projects.workspace_id = fresh.workspace_id and projects.id = fresh.project_id;
  end if;
  with arrived as materialized (
    select * from rows from (
      jsonb_to_recordset(p_jobs) as (
        id text, workspace_id text, submission_id uuid, fingerprint text, fingerprint_version int,
        submission_expires_at timestamptz, event_id text, traceparent text, status_since timestamptz
      ),
      unnest(p_inputs), unnest(p_events)
    ) with ordinality as sent (
      id, workspace_id, submission_id, fingerprint, fingerprint_version, submission_expires_at, event_id, traceparent,
      status_since, inputs, event, n
    )
    where sent.n = any(accepted)
  ), submitted as (
    insert into submissions (id, workspace_id, fingerprint, fingerprint_version, job_id, expires_at)
    select submission_id, workspace_id, fingerprint, fingerprint_version, id, submission_expires_at from arrived
  ), counted as (
    update workspaces set
      day = p_day,
      used_today = case when workspaces.day = p_day then used_today else 0 end + fresh.jobs
    from (select workspace_id, count(*) as jobs from arrived group by workspace_id) fresh
    where workspaces.id = fresh.workspace_id
  ), kept as (
    insert into job_inputs (job_id, body) select id, inputs from arrived
  )
  insert into outbox (topic, key, event_id, type, value, traceparent, occurred_at)
  select 'jobs.events.v1', id, event_id, 'JOB_EVENT_TYPE_SUBMITTED', event, traceparent, status_since
  from arrived order by arrived.n;
end $$;
