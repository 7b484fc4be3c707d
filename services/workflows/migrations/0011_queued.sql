-- no transaction
-- The loop that begins capped attempts finds the few whose request could not.
drop index concurrently if exists attempts_queued;
create index concurrently attempts_queued on attempts (id) where status = 'QUEUED';
