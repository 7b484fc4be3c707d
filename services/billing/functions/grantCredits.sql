-- Every move of money is one function and so one round trip. It locks the workspace's account first and holds after it,
-- lowest id first: moves of one workspace happen one after the other, and no two can wait for each other.
-- `src/testing/ledgerModel.ts` states the same decisions without a database; a test keeps the two in step.
--
-- Adds credits to a workspace, once per grant id.
-- Returns no row when the workspace is unknown. Outcomes: granted · repeated (the same grant again) · mismatch (the same
-- id with another amount) · too_much (more than the ledger can count).
create or replace function grant_credits(p_workspace_id text, p_grant_id text, p_millicredits bigint)
returns table (outcome text, available_millicredits bigint) language plpgsql as $$
declare
  account accounts%rowtype;
  earlier bigint;
begin
  select * into account from accounts where workspace_id = p_workspace_id for no key update;
  if not found then
    return;
  end if;
  available_millicredits := account.posted_millicredits - account.held_millicredits;

  select millicredits into earlier
  from transfers where workspace_id = p_workspace_id and grant_id = p_grant_id and kind = 'grant';
  if found then
    outcome := case when earlier = p_millicredits then 'repeated' else 'mismatch' end;
  elsif p_millicredits > 9000000000000000 + account.granted_millicredits then
    outcome := 'too_much';
  else
    insert into transfers (workspace_id, kind, grant_id, millicredits)
    values (p_workspace_id, 'grant', p_grant_id, p_millicredits);
    update accounts set
      posted_millicredits = posted_millicredits + p_millicredits,
      granted_millicredits = granted_millicredits - p_millicredits
    where workspace_id = p_workspace_id;
    outcome := 'granted';
    available_millicredits := available_millicredits + p_millicredits;
  end if;
  return next;
end $$;
