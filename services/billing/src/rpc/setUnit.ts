import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { DisplayUnit, SetUnitRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { findWorkspace, updateUnit } from '../workspaceStore.ts';

const MAX_NAME = 20;
const MAX_RATE = 1_000_000;

/** Sets the unit in which amounts are shown to people. */
export function setUnit({ db }: Deps): Rpc<SetUnitRequest, Workspace> {
  return async ({ workspaceId, unit }) => {
    if (unit) requireValid(nameProblem(unit), rateProblem(unit));
    await updateUnit(db, workspaceId, unit);
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw notFound('workspace');
    return workspace;
  };
}

function nameProblem({ name }: DisplayUnit) {
  if (name === name.trim() && name.length >= 1 && name.length <= MAX_NAME) return undefined;
  return { path: 'unit.name', message: `must have 1 to ${MAX_NAME} characters, without spaces around them` };
}

function rateProblem({ rate }: DisplayUnit) {
  if (rate > 0 && rate <= MAX_RATE) return undefined;
  return { path: 'unit.rate', message: `must be above 0 and at most ${MAX_RATE}` };
}
