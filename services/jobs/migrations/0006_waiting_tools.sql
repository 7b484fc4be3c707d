-- Every second somebody asks which tools the queue waits for: found by hopping through this index from tool to tool, so a
-- queue of 100,000 jobs costs as much as a queue of one.
create index jobs_waiting_tools on jobs (tool, major) where status in ('QUEUED', 'RETRY');
