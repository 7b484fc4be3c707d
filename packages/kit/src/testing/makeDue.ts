import type { Queryable } from '../db/db.ts';

/** Makes failed items and items that a dead process had begun due at once. Dead-lettered items stay dead-lettered. */
export async function makeDue(db: Queryable): Promise<void> {
  await db.query(`update failed_work set retry_at = now() - interval '1 second' where retry_at < 'infinity'`);
  await db.query(`update begun_work set begun_at = now() - interval '1 minute'`);
}
