import { type ListPage, NotFoundError, type Rotamer, type WorkflowRun } from '@rotamer/client';

/** A run in a list: without its nodes and jobs. */
export interface RunSummary
  extends Pick<
    WorkflowRun,
    | 'id'
    | 'workflow_id'
    | 'workflow_name'
    | 'revision_number'
    | 'name'
    | 'status'
    | 'pause'
    | 'error'
    | 'actual_credits'
    | 'estimated_credits'
    | 'created_at'
    | 'started_at'
  > {
  job_counts: WorkflowRun['nodes'][number]['job_counts'];
  started_by: { user_id: string; name: string | null; email: string | null };
}

/** Which runs to list; all conditions have to hold. */
export interface RunFilter {
  limit: number;
  status?: string;
  name?: string;
  workflow_id?: string;
  created_by?: string;
}

const none: ListPage<RunSummary> = { object: 'list', data: [], has_more: false, next_cursor: null };

/** Lists runs, newest first. A gateway of the last release, which has no such list, has none to show. */
export async function listRuns(api: Rotamer, filter: RunFilter, after?: string): Promise<ListPage<RunSummary>> {
  const query = { ...filter, ...(after && { starting_after: after }) };
  try {
    return (await api.request<ListPage<RunSummary>>('GET', '/workflow-runs', { query, object: 'list' })).body;
  } catch (error) {
    if (error instanceof NotFoundError) return none;
    throw error;
  }
}
