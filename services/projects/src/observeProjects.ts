import type { Db } from '@rotamer/kit/db/db.ts';
import { observe } from '@rotamer/kit/telemetry/measures.ts';

/** Registers metrics of unfinished assignments and deletions. Every replica reports the same values. */
export function observeProjects(db: Db): void {
  observe(
    {
      assignments_waiting: { description: 'Assignments that some service has not carried out yet' },
      assignment_oldest_age_seconds: { unit: 's', description: 'Age of the oldest of them' },
      project_deletions: { description: 'Deletions of projects that are not completed, by status' },
    },
    async (set) => {
      const figures = await readFigures(db);
      set('assignments_waiting', figures.waiting);
      set('assignment_oldest_age_seconds', figures.age);
      for (const status of ['pending', 'processing', 'failed'] as const) {
        set('project_deletions', figures[status], { status });
      }
    },
  );
}

export async function readFigures(db: Db) {
  const { rows } = await db.query<Record<'waiting' | 'age' | 'pending' | 'processing' | 'failed', number>>(
    `select o.waiting, o.age, d.pending, d.processing, d.failed
     from (
       select count(*) as waiting,
         coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float as age
       from operations
     ) o cross join (
       select count(*) filter (where status = 'pending') as pending,
         count(*) filter (where status = 'processing') as processing,
         count(*) filter (where status = 'failed') as failed
       from deletions where status <> 'completed'
     ) d`,
  );
  return rows[0]!;
}
