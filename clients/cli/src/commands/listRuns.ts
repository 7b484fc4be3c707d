import type { RunSummary } from '@rotamer/client';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';
import { type FilterFlags, filterOf } from './jobFilter.ts';

export interface RunFlags extends Omit<FilterFlags, 'tool' | 'run' | 'label'> {
  limit: number;
  review?: boolean;
  workflow?: string;
}

/** workflows runs: runs, newest first. */
export async function listRuns({ client, screen }: Context, _args: [], flags: RunFlags): Promise<void> {
  const { limit, review, workflow, ...rest } = flags;
  const filter = {
    ...filterOf(rest),
    ...(review && { pause: 'curation' as const }),
    ...(workflow && { workflow_id: workflow }),
  };
  const runs = await client()
    .runs.list({ limit: Math.min(100, Math.max(1, limit)), ...filter })
    .take(limit);
  screen.result(runs, () =>
    table(['RUN', 'STATUS', 'WORKFLOW', 'NAME', 'JOBS', 'CREDITS', 'BY', 'CREATED'], runs.map(rowOf), screen.columns),
  );
}

function rowOf(run: RunSummary): unknown[] {
  const { completed, failed, skipped, waiting, active } = run.job_counts;
  const status = run.pause?.reason === 'curation' && !run.pause.decided ? 'waits for review' : run.status;
  const jobs = `${completed}/${completed + failed + skipped + waiting + active}${failed > 0 ? `, ${failed} failed` : ''}`;
  const credits = run.max_credits === null ? run.actual_credits : `${run.actual_credits}/${run.max_credits}`;
  const by = run.started_by.email ?? run.started_by.user_id;
  return [run.id, status, run.workflow_name, run.name, jobs, credits, by, run.created_at];
}
