-- no transaction
-- Finds the transfers of one job. The other kinds of transfers have an index by hold already.

drop index concurrently if exists holds_of_job;
create index concurrently holds_of_job on holds (job_id) where job_id is not null;
drop index concurrently if exists transfers_extended;
create index concurrently transfers_extended on transfers (hold_id) where kind = 'extend';
