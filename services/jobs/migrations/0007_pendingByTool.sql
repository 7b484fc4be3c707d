-- no transaction
-- Each replica looks every second for PENDING jobs whose tool is offered, and for those that have waited a day: of many that
-- wait for other tools it reads none.
drop index concurrently if exists jobs_pending_by_tool;
create index concurrently jobs_pending_by_tool on jobs (tool, major, id) where status = 'PENDING';
drop index concurrently if exists jobs_pending_since;
create index concurrently jobs_pending_since on jobs (status_since) where status = 'PENDING';
drop index concurrently if exists jobs_pending;
