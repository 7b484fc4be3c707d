import { enumName } from '@rotamer/kit/enumWord.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { GrantRequest, GrantResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';

/** Sets a user's access to a workflow, and replaces the earlier grant. */
export function grant({ db }: Pick<Deps, 'db'>): Rpc<GrantRequest, GrantResponse> {
  return async ({ workspaceId, workflowId, userId, access }) => {
    requireValid(!isId('usr', userId) && { path: 'user', message: 'is not a user id' });
    const { rows } = await db.query('select from workflows where id = $1 and workspace_id = $2', [
      workflowId,
      workspaceId,
    ]);
    if (rows.length === 0) throw notFound('workflow');
    const granted = enumName('ACCESS', access);
    if (access === Access.UNSPECIFIED)
      await db.query('delete from grants where workflow_id = $1 and user_id = $2', [workflowId, userId]);
    else
      await db.query(
        `insert into grants (workflow_id, user_id, access) values ($1, $2, $3)
         on conflict (workflow_id, user_id) do update set access = excluded.access`,
        [workflowId, userId, granted],
      );
    return {};
  };
}
