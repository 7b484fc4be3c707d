-- Changes who may view a job, if its sharing is still as the caller saw it. Only this statement locks the job's row.
--   'changed'
--   'stale'  the job's sharing has changed since it was read: read it and decide again
--   'quota'  the workspace would send more mails than it may in a day; nothing was changed
-- A person who is invited again gets a new mail, because the last link no longer works. An address without quota for today is
-- invited without a mail.
create or replace function set_sharing(
  p_job text,
  p_seen_visibility text,
  p_seen_ids text[],
  p_seen_expires_at timestamptz,
  p_visibility text,
  p_expires_at timestamptz,
  p_removed text[],
  p_added_ids text[],
  p_added_emails text[],
  p_day date,
  p_mails_per_workspace int,
  p_mails_per_address int
) returns text language plpgsql as $$
declare
  v_workspace text;
  v_mailed text[] := '{}';
begin
  select workspace_id into v_workspace from jobs
  where id = p_job and visibility = p_seen_visibility and share_expires_at is not distinct from p_seen_expires_at
  for update;
  if not found or p_seen_ids <> (select coalesce(array_agg(id order by id), '{}') from job_shares where job_id = p_job) then
    return 'stale';
  end if;
  if cardinality(p_added_ids) > 0 then
    -- The lock makes workspaces count their mails one at a time.
    perform pg_advisory_xact_lock(12, hashtext(v_workspace));
    select coalesce(array_agg(new.id), '{}') into v_mailed
    from unnest(p_added_ids, p_added_emails) as new (id, email)
    where (select coalesce(sum(mails), 0) from invitation_mails m where m.email = new.email and m.day = p_day)
      < p_mails_per_address;
    if cardinality(v_mailed)
      + (select coalesce(sum(mails), 0) from invitation_mails where workspace_id = v_workspace and day = p_day)
      > p_mails_per_workspace then
      return 'quota';
    end if;
  end if;
  if p_visibility <> p_seen_visibility or p_expires_at is distinct from p_seen_expires_at then
    update jobs set visibility = p_visibility, share_expires_at = p_expires_at where id = p_job;
  end if;
  -- Removes unsent mails too.
  delete from job_shares where id = any (p_removed);
  insert into job_shares (id, job_id, email)
  select id, p_job, email from unnest(p_added_ids, p_added_emails) as new (id, email);
  insert into share_mails (share_id) select unnest(v_mailed);
  insert into invitation_mails (job_id, email, day, workspace_id)
  select p_job, email, p_day, v_workspace
  from unnest(p_added_ids, p_added_emails) as new (id, email) where id = any (v_mailed)
  on conflict (job_id, email, day) do update set mails = invitation_mails.mails + 1;
  return 'changed';
end $$;
