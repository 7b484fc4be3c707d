-- no transaction
-- Finds the keys of a workspace, and those of one of its users: they are listed, and revoked with a membership.

drop index concurrently if exists api_keys_of_members;
create index concurrently api_keys_of_members on api_keys (workspace_id, user_id, id);
