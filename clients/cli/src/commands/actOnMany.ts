import type { JobBulk } from '@rotamer/client';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { type FilterFlags, filterOf } from './jobFilter.ts';

export interface ManyFlags extends FilterFlags {
  dryRun?: boolean;
}

/** jobs cancel and retry-failed with filters: acts on all jobs that match, request by request. */
export async function actOnMany(
  { client, screen }: Context,
  { dryRun, ...flags }: ManyFlags,
  verb: 'cancelMany' | 'retryFailed',
): Promise<void> {
  const filter = filterOf(flags);
  if (Object.keys(filter).length === 0) throw new UsageError('Name at least one filter, such as --label or --tool.');
  const answers: JobBulk[] = [];
  let starting_after: string | undefined;
  do {
    const body = { filter, ...(dryRun && { dry_run: true }), ...(starting_after && { starting_after }) };
    const answer = await client().jobs[verb](body);
    answers.push(answer);
    starting_after = answer.has_more && !answer.stopped_by ? (answer.next_cursor ?? undefined) : undefined;
  } while (starting_after);
  const data = answers.flatMap((answer) => answer.data);
  const stoppedBy = answers.at(-1)?.stopped_by ?? null;
  screen.result({ data, stopped_by: stoppedBy }, () => {
    const rows = data.map(({ id, outcome, new_job_id, message }) => [id, outcome, new_job_id ?? '', message ?? '']);
    const end = stoppedBy ? words`Stopped: ${stoppedBy}.\n` : '';
    return `${table(['JOB', 'OUTCOME', 'NEW JOB', 'WHY'], rows, screen.columns)}${end}`;
  });
}
