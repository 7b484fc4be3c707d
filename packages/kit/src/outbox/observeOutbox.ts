import type { Queryable } from '../db/db.ts';
import { observe } from '../telemetry/measures.ts';

/** Counting stops at this number: alerts fire long before. */
const COUNTED = 100_000;

/** Registers gauges of the outbox, reported by the process whose relay is active. `db` returns that relay's connection. */
export function observeOutbox(db: () => Queryable | undefined): void {
  observe(
    {
      outbox_unpublished: { description: 'Events that the relay has not published yet' },
      outbox_oldest_age_seconds: { unit: 's', description: 'Age of the oldest of them' },
    },
    async (set) => {
      const relay = db();
      if (!relay) return;
      const { rows } = await relay.query(
        `select count(*) as n, coalesce(extract(epoch from now() - min(occurred_at)), 0)::float as age
         from (select occurred_at from outbox order by id limit $1) as waiting`,
        [COUNTED],
      );
      set('outbox_unpublished', rows[0].n);
      set('outbox_oldest_age_seconds', Math.max(0, rows[0].age));
    },
  );
}
