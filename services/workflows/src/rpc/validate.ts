import { type CallScope, type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ValidateRequest, Validation } from '@rotamer/proto/workflows/v1/workflows.ts';
import { findPins } from '../datasets/findPins.ts';
import type { Definition } from '../definition/schema.ts';
import { type Findings, isValid } from '../definition/validation/findings.ts';
import { validateDefinition } from '../definition/validation/validateDefinition.ts';
import type { Deps } from '../deps.ts';
import { requireAccess } from '../workflow/access.ts';
import { readOwnWorkflow } from '../workflow/workflowStore.ts';
import { parseJson } from './bounds.ts';

type ValidateDeps = Pick<Deps, 'db' | 'tools' | 'datasets'>;

export function validate(deps: ValidateDeps): Rpc<ValidateRequest, Validation> {
  return async ({ workflowId, definitionJson, settingsJson }, context) => {
    const { access } = await readOwnWorkflow(deps.db, workflowId, context.caller);
    requireAccess(access, Access.EDIT);
    const [definition, settings] = [parseJson('definition', definitionJson), parseJson('settings', settingsJson)];
    const findings = validateDefinition(definition, settings, await deps.tools());
    return presentFindings(await withDatasets(deps, findings, definition, scopeOf(context)));
  };
}

/** Adds an issue for each dataset of a sound definition that the caller's workspace cannot search now. */
export async function withDatasets(
  deps: Pick<Deps, 'tools' | 'datasets'>,
  findings: Findings,
  definition: unknown,
  scope: CallScope,
): Promise<Findings> {
  if (findings.graphErrors.length + findings.limitViolations.length > 0) return findings;
  const { nodes } = definition as Definition;
  const { problems } = await findPins(deps, nodes, scope);
  const issues = problems.map(({ nodeId, setting, message }) => {
    const path = `nodes[${nodes.findIndex(({ id }) => id === nodeId)}].settings.${setting}`;
    return { code: 'dataset_unavailable', message, nodeId, path };
  });
  return { ...findings, readinessIssues: [...findings.readinessIssues, ...issues] };
}

export function presentFindings(findings: Findings): Validation {
  return { valid: isValid(findings), ...findings };
}
