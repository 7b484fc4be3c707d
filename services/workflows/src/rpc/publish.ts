import { openPlaceOf, placing } from '@rotamer/domain/membership/places.ts';
import { workspaceProblem } from '@rotamer/domain/workspaceProblem.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { PublishRequest, PublishResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import { resolveEdges } from '../definition/graph.ts';
import type { Definition } from '../definition/schema.ts';
import { validateDefinition } from '../definition/validation/validateDefinition.ts';
import type { Deps } from '../deps.ts';
import { countHeld } from '../membership/memberships.ts';
import { length, parseJson } from './bounds.ts';
import { presentFindings, withDatasets } from './validate.ts';

type PublishDeps = Pick<Deps, 'db' | 'clock' | 'tools' | 'datasets'>;

/**
 * Publishes a revision. Refuses graph errors and limit violations. Tools without a runner, and datasets that are not
 * there yet, are accepted.
 */
export function publish(deps: PublishDeps): Rpc<PublishRequest, PublishResponse> {
  const { db, clock, tools } = deps;
  return async (request, context) => {
    const { workspaceId, workflowId, name, description, projectId } = request;
    requireValid(
      workspaceProblem(workspaceId),
      length('name', name, 1, 200),
      length('description', description, 0, 2_000),
    );
    const definition = parseJson('definition', request.definitionJson);
    const settings = parseJson('settings', request.settingsJson);
    const offered = await tools();
    const findings = validateDefinition(definition, settings, offered);
    const wrong = [...findings.graphErrors, ...findings.limitViolations];
    if (wrong.length > 0) {
      const problems = wrong.map(({ message, path }) => ({
        path: path ? `definition.${path}` : 'definition',
        message,
      }));
      throw validationFault(problems);
    }
    const caller = Caller.fromPartial({ workspaceId });
    const all = await withDatasets(deps, findings, definition, { ...scopeOf(context), caller });
    const edges = resolveEdges(definition as Definition, offered);
    const now = clock();
    const [id, revisionId] = [workflowId || newId('wf', now), newId('wfrev', now)];
    await placing(db, async (tx) => {
      const number = workflowId
        ? await replace(tx, { id, workspaceId, name, description, revisionId })
        : await create(tx, { id, workspaceId, name, description, revisionId });
      await tx.query(
        `insert into revisions (id, workflow_id, number, definition, edges, settings, published_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [revisionId, id, number, JSON.stringify(definition), JSON.stringify(edges), JSON.stringify(settings), now],
      );
      if (!workflowId) await enter(tx, { id, workspaceId, projectId });
    });
    return { workflowId: id, revisionId, validation: presentFindings(all) };
  };
}

interface Head {
  id: string;
  workspaceId: string;
  name: string;
  description?: string;
  revisionId: string;
}

async function create(tx: Queryable, head: Head): Promise<number> {
  await tx.query(
    `insert into workflows (id, workspace_id, name, description, revision_id) values ($1, $2, $3, $4, $5)`,
    [head.id, head.workspaceId, head.name, head.description, head.revisionId],
  );
  return 1;
}

/** Assigns a new workflow to its project. These must be the last statements of the transaction. */
async function enter(
  tx: Queryable,
  { id, workspaceId, projectId }: { id: string; workspaceId: string; projectId?: string },
): Promise<void> {
  const place = await openPlaceOf(tx, workspaceId, projectId);
  await tx.query('update workflows set project_id = $2 where id = $1', [id, place.projectId]);
  await countHeld(tx, 'workflows', [{ workspaceId, projectId: place.projectId, members: 1 }]);
}

/** Returns the number of the workflow's next revision. Concurrent publishers are serialised by a lock on the workflow's row. */
async function replace(tx: Queryable, { id, workspaceId, name, description, revisionId }: Head): Promise<number> {
  const { rowCount } = await tx.query(
    `update workflows set name = $3, description = $4, revision_id = $5 where id = $1 and workspace_id = $2`,
    [id, workspaceId, name, description, revisionId],
  );
  if (!rowCount) throw notFound('workflow');
  const { rows } = await tx.query('select max(number) as last from revisions where workflow_id = $1', [id]);
  return rows[0].last + 1;
}
