-- What a process of a group had in hand when it died: events after last_id up to in_hand are then handled one by one. Each is noted before
-- (begun_id, and how often in begun_times), and parked when it has taken down three processes.
alter table offsets
  add column in_hand bigint not null default 0,
  add column begun_id bigint not null default 0,
  add column begun_times int not null default 0;
