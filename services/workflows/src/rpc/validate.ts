import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ValidateRequest, Validation } from '@rotamer/proto/workflows/v1/workflows.ts';
import { type Findings, isValid } from '../definition/validation/findings.ts';
import { validateDefinition } from '../definition/validation/validateDefinition.ts';
import type { Deps } from '../deps.ts';
import { requireAccess } from '../workflow/access.ts';
import { readOwnWorkflow } from '../workflow/workflowStore.ts';
import { parseJson } from './bounds.ts';

export function validate({ db, tools }: Pick<Deps, 'db' | 'tools'>): Rpc<ValidateRequest, Validation> {
  return async ({ workflowId, definitionJson, settingsJson }, { caller }) => {
    const { access } = await readOwnWorkflow(db, workflowId, caller);
    requireAccess(access, Access.EDIT);
    const [definition, settings] = [parseJson('definition', definitionJson), parseJson('settings', settingsJson)];
    return presentFindings(validateDefinition(definition, settings, await tools()));
  };
}

export function presentFindings(findings: Findings): Validation {
  return { valid: isValid(findings), ...findings };
}
