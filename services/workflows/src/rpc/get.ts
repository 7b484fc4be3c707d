import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetWorkflowRequest, PublishedWorkflow } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { readOwnWorkflow } from '../workflow/workflowStore.ts';

export function get({ db, revisions }: Pick<Deps, 'db' | 'revisions'>): Rpc<GetWorkflowRequest, PublishedWorkflow> {
  return async ({ workflowId }, { caller }) => {
    const workflow = await readOwnWorkflow(db, workflowId, caller);
    const { definition, settings } = await revisions.get(workflow.revisionId);
    return { workflow, definitionJson: JSON.stringify(definition), settingsJson: JSON.stringify(settings) };
  };
}
