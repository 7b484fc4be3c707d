-- no transaction
-- A claim hops, for each tool that its runner offers, from one waiting workspace to the next and reads only the oldest jobs of
-- each. By workspace alone it read, past all that wait for other tools, as far as a job that it could take. Which tools the
-- queue waits for is found by hopping too: a queue of 100,000 jobs costs as much as a queue of one.
drop index concurrently if exists jobs_queue;
create index concurrently jobs_queue on jobs (tool, major, workspace_id, id) where status in ('QUEUED', 'RETRY');
drop index concurrently if exists jobs_waiting;
drop index concurrently if exists jobs_waiting_tools;
