-- What replicas of the last release call: set_sharing() for a job whose sharing keeps its end. The next release drops it.
create or replace function change_sharing(
  p_job text,
  p_seen_visibility text,
  p_seen_ids text[],
  p_visibility text,
  p_removed text[],
  p_added_ids text[],
  p_added_emails text[],
  p_day date,
  p_mails_per_workspace int,
  p_mails_per_address int
) returns text language plpgsql as $$
declare
  v_expires_at timestamptz := (select share_expires_at from jobs where id = p_job);
begin
  return set_sharing(
    p_job, p_seen_visibility, p_seen_ids, v_expires_at, p_visibility, v_expires_at,
    p_removed, p_added_ids, p_added_emails, p_day, p_mails_per_workspace, p_mails_per_address
  );
end $$;
