import { ApiError, type Curation, type WorkflowRun } from '@rotamer/client';
import type { Api } from '../api/openApi.ts';

/** What a reviewer sees. */
export interface Review {
  run: WorkflowRun;
  /** The checkpoint at which the run is paused; undefined when it is at none. */
  curation: Curation | undefined;
}

export async function readReview(api: Api, runId: string): Promise<Review> {
  const run = await api.runs.get(runId);
  if (run.pause?.reason !== 'curation') return { run, curation: undefined };
  const curation = await api.runs.curation(runId).catch((error: unknown) => {
    // The run went on between the two calls.
    if (error instanceof ApiError && error.status === 409) return undefined;
    throw error;
  });
  return curation ? { run, curation } : { run: await api.runs.get(runId), curation };
}

/** Returns the last checkpoint of a run at which somebody decided. */
export function lastDecided({ nodes }: WorkflowRun): WorkflowRun['nodes'][number] | undefined {
  return nodes.findLast(({ decision }) => decision !== undefined);
}
