-- The journal only grows: PostgreSQL itself refuses to change or remove a transfer.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'transfers are append-only: correct with a new transfer';
end $$;

create or replace trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
