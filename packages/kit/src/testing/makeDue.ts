import type { Queryable } from '../db/db.ts';

/** What failed and waits for its next try need not wait, nor does what a dead process has begun; what is parked stays so. */
export async function makeDue(db: Queryable): Promise<void> {
  await db.query(`update failed_work set retry_at = now() - interval '1 second' where retry_at < 'infinity'`);
  await db.query(`update begun_work set begun_at = now() - interval '1 minute'`);
}
