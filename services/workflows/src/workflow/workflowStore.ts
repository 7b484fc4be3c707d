import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId, timeOfId } from '@rotamer/kit/ids.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Workflow } from '@rotamer/proto/workflows/v1/workflow.ts';
import { accessOf, MAY_SEE } from './access.ts';

const COLUMNS = `w.id, w.workspace_id, w.project_id, w.project_seq, w.name, w.description, w.revision_id,
  v.number as revision_number, v.published_at, g.access`;

const TABLES = `workflows w join revisions v on v.id = w.revision_id
  left join grants g on g.workflow_id = w.id and g.user_id = $2`;

/** Reads a workflow that the caller may see. @throws not_found */
export async function readOwnWorkflow(db: Queryable, id: string, caller: Caller): Promise<Workflow> {
  const { workspaceId, userId, role } = caller;
  const { rows } = isId('wf', id)
    ? await db.query(
        prepared(`select ${COLUMNS} from ${TABLES} where w.id = $4 and w.workspace_id = $1 and ${MAY_SEE('$3')}`, [
          workspaceId,
          userId,
          role,
          id,
        ]),
      )
    : { rows: [] };
  if (!rows[0]) throw notFound('workflow');
  return toWorkflow(rows[0], role);
}

export interface WorkflowFilter {
  limit: number;
  beforeId: string;
  projectId?: string;
  unassigned: boolean;
}

/** Lists the workflows that the caller may see, newest first. */
export async function listOwnWorkflows(db: Queryable, filter: WorkflowFilter, caller: Caller): Promise<Workflow[]> {
  const { limit, beforeId, projectId, unassigned } = filter;
  const { workspaceId, userId, role } = caller;
  const { rows } = await db.query(
    `select ${COLUMNS} from ${TABLES}
     where w.workspace_id = $1 and ${MAY_SEE('$3')}
       and ($4 = '' or w.id collate "C" < $4) and ($5::text is null or w.project_id = $5)
       and (not $6 or w.project_id is null)
     order by w.id collate "C" desc limit $7`,
    [workspaceId, userId, role, beforeId, projectId, unassigned, limit],
  );
  return rows.map((row) => toWorkflow(row, role));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function toWorkflow(row: any, role: string): Workflow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    projectSeq: row.project_seq,
    name: row.name,
    description: row.description ?? undefined,
    revisionId: row.revision_id,
    revisionNumber: row.revision_number,
    createdAt: timeOfId(row.id),
    updatedAt: row.published_at,
    access: accessOf(role, row.access ?? 'VIEW'),
  };
}
