-- no transaction
-- Finds the workspaces of a person, whose sessions act in all of them.

drop index concurrently if exists memberships_of_users;
create index concurrently memberships_of_users on memberships (user_id);
