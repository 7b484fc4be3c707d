-- no transaction
-- The loop that ends settled attempts finds the few that settle.
drop index concurrently if exists attempts_settling;
create index concurrently attempts_settling on attempts (workspace_id) where settling;
