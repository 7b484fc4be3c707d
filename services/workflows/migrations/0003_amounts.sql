-- What the jobs of an attempt cost is kept as sums, so that the state of a run with thousands of jobs is read from a few rows.
create table amounts (
  attempt_id text primary key references attempts (id) on delete cascade,
  -- Of settled jobs; reserved for the others; reserved for settled jobs and not charged. In millicredits.
  charged_millicredits bigint not null default 0,
  held_millicredits bigint not null default 0,
  refunded_millicredits bigint not null default 0
) with (fillfactor = 50);

insert into amounts (attempt_id, charged_millicredits, held_millicredits, refunded_millicredits)
select attempt_id, coalesce(sum(final_millicredits), 0),
  coalesce(sum(held_millicredits) filter (where final_millicredits is null), 0),
  coalesce(sum(held_millicredits - final_millicredits), 0)
from children group by attempt_id;
