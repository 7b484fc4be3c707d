import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import {
  NodeInput,
  type RecallRunRequest,
  type RecallRunResponse,
  StartRequest,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { namedFiles } from '../runs/inputData.ts';
import { readOwnRun } from '../runs/runStore.ts';

/**
 * Returns the request that starts a run with the inputs of an earlier one.
 *
 * @throws not_found, conflict when a saved file among the inputs was deleted.
 */
export function recallRun({ db, files }: Pick<Deps, 'db' | 'files'>): Rpc<RecallRunRequest, RecallRunResponse> {
  return async ({ runId }, context) => {
    const { run } = await readOwnRun(db, runId, context.caller);
    const inputData = await readRunInputs(db, runId);
    const fileIds = [...new Set(namedFiles(inputData))];
    if (fileIds.length > 0) {
      const found = await files.resolveInputs({ fileIds }, scopeOf(context));
      const missing = fileIds.find((id) => !found.files.some(({ fileId }) => fileId === id));
      if (missing !== undefined) throw inputDeleted(missing);
    }
    const request = StartRequest.fromPartial({
      workflowId: run.workflowId,
      name: run.name,
      maxMillicredits: run.attempts.at(-1)!.maxMillicredits,
      inputData,
      expectedRevisionId: run.revisionId,
    });
    return { request, namesFiles: fileIds.length > 0 };
  };
}

async function readRunInputs(db: Queryable, runId: string): Promise<Record<string, NodeInput>> {
  const { rows } = await db.query(
    'select node_id, input from run_inputs where run_id = $1 order by node_id, position',
    [runId],
  );
  const byNode = Map.groupBy(rows, ({ node_id }) => node_id as string);
  return Object.fromEntries(
    [...byNode].map(([nodeId, each]) => {
      const inputs = each.map(({ input }) => SubmittedInput.decode(input));
      return [nodeId, NodeInput.fromPartial({ method: { $case: 'inputs', value: { inputs } } })];
    }),
  );
}

function inputDeleted(fileId: string): Fault {
  return new Fault('conflict', `The run cannot start again: its input ${fileId} was deleted.`, {
    resolution: 'Upload the file again, and start a run with it.',
    details: { reason: 'input_deleted', file_id: fileId },
  });
}
