import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { CreateWorkspaceRequest, Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { grantOnce } from '../transferStore.ts';
import { planProblem, workspaceNameProblem } from '../workspace.ts';
import { findWorkspace, insertWorkspace, listPlans } from '../workspaceStore.ts';

export function createWorkspace({ db, clock }: Deps): Rpc<CreateWorkspaceRequest, Workspace> {
  return async ({ name, plan, millicredits }) => {
    requireValid(
      workspaceNameProblem(name),
      planProblem(plan, await listPlans(db)),
      wholeNumber('credits', millicredits, 0, MAX_MILLICREDITS),
    );
    const id = newId('ws', clock());
    await transaction(db, async (tx) => {
      await insertWorkspace(tx, { id, name, plan });
      // Nothing can wait for the funds of a new workspace, so no event is published.
      if (millicredits > 0) await grantOnce(tx, id, id, millicredits);
    });
    return (await findWorkspace(db, id))!;
  };
}
