import type { Queryable } from '../db/db.ts';
import type { DeadLetters } from './deadLetterService.ts';

/** Returns the topic under which operators find dead-lettered work of a service. The group is the name of the loop. */
export function workTopic(service: string): string {
  return `${service}.work`;
}

/** Returns dead-lettered work of the loops of a service, to be listed and replayed like the dead letters of the bus. */
export function parkedWork(db: Queryable, service: string): DeadLetters {
  const topic = workTopic(service);
  return {
    async deadLetters(limit) {
      const { rows } = await db.query(
        `select work, id, error, failed_at from failed_work where retry_at = 'infinity' order by failed_at limit $1`,
        [limit],
      );
      return rows.map((row) => ({
        topic,
        group: row.work,
        message: { key: row.id, eventId: '', type: 'work', occurredAt: row.failed_at },
        error: row.error,
      }));
    },

    /** Deletes the oldest dead letters of the loop, so that their items are due again, without earlier tries. */
    async replay(asked, work, limit) {
      if (asked !== topic) return 0;
      const { rowCount } = await db.query(
        `delete from failed_work where work = $1 and retry_at = 'infinity' and id in (
           select id from failed_work where work = $1 and retry_at = 'infinity' order by failed_at limit $2)`,
        [work, limit],
      );
      return rowCount ?? 0;
    },
  };
}
