-- Counts a version of each person whose address, roles or keys a statement changed, so that a loop sends the person to notifications.
-- The row of the person is locked until the end of the transaction: a higher version is always the newer state.
create or replace function count_person_version(p_user_ids text[]) returns void language sql as $$
  insert into person_versions as v (user_id)
  select distinct id from unnest(p_user_ids) as u (id) order by id
  on conflict (user_id) do update set version = v.version + 1
$$;

create or replace function count_users() returns trigger language plpgsql as $$
begin
  perform count_person_version(array(select id from changed));
  return null;
end $$;

create or replace function count_addresses() returns trigger language plpgsql as $$
begin
  perform count_person_version(array(select c.id from changed c join before b using (id) where c.email <> b.email));
  return null;
end $$;

create or replace function count_members() returns trigger language plpgsql as $$
begin
  perform count_person_version(array(select user_id from changed));
  return null;
end $$;

create or replace trigger users_added after insert on users
  referencing new table as changed for each statement execute function count_users();
create or replace trigger users_changed after update on users
  referencing old table as before new table as changed for each statement execute function count_addresses();
create or replace trigger members_added after insert on memberships
  referencing new table as changed for each statement execute function count_members();
create or replace trigger members_changed after update on memberships
  referencing new table as changed for each statement execute function count_members();
create or replace trigger members_removed after delete on memberships
  referencing old table as changed for each statement execute function count_members();
create or replace trigger keys_added after insert on api_keys
  referencing new table as changed for each statement execute function count_members();
