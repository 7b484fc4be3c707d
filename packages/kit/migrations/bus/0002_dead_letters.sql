-- Operators read dead letters of all topics and replay them group by group: what is parked and not yet replayed is found
-- by its own small index, and a replayed letter stays in the log as its history.
alter table events add column replayed_at timestamptz(3);

create index events_dead on events (id) where error is not null and replayed_at is null;
