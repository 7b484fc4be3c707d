-- Appends entries to a chain and removes their intents, in one round trip. An intent that is not there any more has its entry
-- already, so repeating a call appends nothing. `p_entries` are canonical texts (packages/accounts/src/audit/entry.ts), which the hash covers.
-- The head's lock orders the entries of one chain. Who waits for it longer than a second gives up, and the entry is appended later.
-- Returns the head of the chain and how many entries were appended.
create or replace function append_audit(p_chain text, p_intents text[], p_entries text[])
returns table (appended bigint, count bigint, hash bytea) language plpgsql set lock_timeout = '1s' as $$
declare
  head audit_heads%rowtype;
  one record;
  e json;
begin
  appended := 0;
  insert into audit_heads (chain) values (p_chain) on conflict do nothing;
  select * into head from audit_heads h where h.chain = p_chain for no key update;
  for one in select given.intent, given.entry from unnest(p_intents, p_entries) with ordinality as given (intent, entry, n) order by n
  loop
    delete from audit_intents i where i.id = one.intent and i.chain = p_chain;
    continue when not found;
    e := one.entry::json;
    appended := appended + 1;
    head.count := head.count + 1;
    head.hash := sha256(head.hash || convert_to(head.count || E'\n' || one.entry, 'UTF8'));
    insert into audit_entries (
      chain, number, id, workspace_id, at, started_at, actor_kind, user_id, key_id, action, resource_type, resource_id,
      address, request_id, outcome, code, facts, hash
    ) values (
      p_chain, head.count, e->>'id', e->>'workspace_id', (e->>'at')::timestamptz, (e->>'started_at')::timestamptz,
      e->>'actor_kind', e->>'user_id', e->>'key_id', e->>'action', e->>'resource_type', e->>'resource_id',
      e->>'address', e->>'request_id', e->>'outcome', e->>'code', e->>'facts', head.hash
    );
  end loop;
  if appended > 0 then
    update audit_heads h set count = head.count, hash = head.hash where h.chain = p_chain;
  end if;
  count := head.count;
  hash := head.hash;
  return next;
end $$;
