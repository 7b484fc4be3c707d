-- no transaction
-- A claim hops from one waiting tool of a workspace to the next and reads only the oldest jobs of those that its runner
-- offers. By workspace alone it read, past all that wait for other tools, as far as a job that it could take.
drop index concurrently if exists jobs_queue;
create index concurrently jobs_queue on jobs (workspace_id, tool, major, id) where status in ('QUEUED', 'RETRY');
drop index concurrently if exists jobs_waiting;
