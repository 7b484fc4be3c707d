-- Records that somebody asked for a link to sign in, and queues the mail. Returns false when the asking address has used its share.
-- An address without an account leaves the same rows as one with an account, in the same statements: its mail expires at once.
-- So neither the answer nor its time tells whether there is an account.
create or replace function request_login_link(
  p_id text,
  p_email text,
  p_address text,
  p_next text,
  p_now timestamptz,
  p_seconds int,
  p_per_address int,
  p_per_mailbox int,
  p_in_all int
) returns boolean language plpgsql as $$
declare
  v_user text;
begin
  -- One at a time, so that concurrent requests cannot pass a limit together.
  perform pg_advisory_xact_lock(hashtextextended('login links', 0));
  if (select count(*) from login_links where address = p_address and created_at > p_now - interval '1 hour') >= p_per_address then
    return false;
  end if;
  select u.id into v_user from users u
  where u.email = p_email
    and exists (select from memberships m where m.user_id = u.id)
    and (select count(*) from login_links l where l.email = p_email and l.created_at > p_now - interval '1 hour') < p_per_mailbox
    and (select count(*) from login_links l where l.user_id is not null and l.created_at > p_now - interval '1 hour') < p_in_all;
  insert into login_links (id, email, user_id, address, next, created_at, expires_at)
  values (p_id, p_email, v_user, p_address, p_next, p_now, p_now + make_interval(secs => p_seconds));
  insert into mails (id, template, recipient, data, created_at, expires_at)
  values (p_id, 'login_link', p_email, '{}', p_now,
    case when v_user is null then p_now - interval '1 second' else p_now + make_interval(secs => p_seconds) end);
  return true;
end $$;
