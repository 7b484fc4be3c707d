-- no transaction
-- Whoever deletes a revision has PostgreSQL look for runs of it: without an index that read all runs for each.

drop index concurrently if exists runs_by_revision;
create index concurrently runs_by_revision on runs (revision_id);
