-- Finds the jobs of submissions, and withdraws submissions without a job. A submission that is in flight, or arrives later, then
-- finds its id taken.
-- Locks the workspace first, as `accept_jobs` does: a submission is accepted before this function reads, or refused.
-- A withdrawn submission has the fingerprint '', which no submission has, and is kept far longer than a call can take.
-- Returns one row per id of the workspace; without a `job_id`, it is withdrawn.
create or replace function withdraw_submissions(p_workspace_id text, p_ids uuid[])
returns table (submission_id uuid, job_id text) language plpgsql as $$
begin
  insert into workspaces (id, day, used_today) values (p_workspace_id, (now() at time zone 'utc')::date, 0)
  on conflict do nothing;
  perform from workspaces where id = p_workspace_id for update;
  insert into submissions (id, workspace_id, fingerprint, fingerprint_version, job_id, expires_at)
  select wanted, p_workspace_id, '', 0, '', now() + interval '7 days' from unnest(p_ids) as ids (wanted) order by wanted
  on conflict do nothing;
  return query
    select s.id, nullif(s.job_id, '') from submissions s where s.id = any(p_ids) and s.workspace_id = p_workspace_id;
end $$;
