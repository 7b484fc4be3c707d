-- The audit log only grows: PostgreSQL itself refuses to change or remove an entry, and to set a head back.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create or replace function refuse_audit_rewind() returns trigger language plpgsql as $$
begin
  if new.chain <> old.chain or new.count <= old.count then
    raise exception 'the audit log is append-only: a head only moves on';
  end if;
  return new;
end $$;

create or replace trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create or replace trigger audit_heads_append_only before delete or truncate on audit_heads
  for each statement execute function refuse_audit_change();
create or replace trigger audit_heads_move_on before update on audit_heads
  for each row execute function refuse_audit_rewind();
