import { Fault } from '@rotamer/kit/errors/fault.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import { accessOf, type GrantedAccess } from '../workflow/access.ts';

/** The user for whom an attempt launches its jobs, with the user's present role and grant. */
export interface Actor {
  userId: string;
  /** Public id of the API key or session with which the attempt was begun; empty: not known. */
  keyId: string;
  /** Undefined: the user is no longer a member of the workspace. */
  role?: string;
  granted?: GrantedAccess;
}

/** The columns of an actor, for a statement that reads from `ACTOR_TABLES`. */
export const ACTOR_COLUMNS = `coalesce(a.started_by, r.created_by) as actor_id, a.key_id as actor_key_id, g.access as actor_access,
  case when m.user_id is null then coalesce(a.role, r.role) else m.role end as actor_role`;

/** Joins the recorded role and the grant of the actor of attempt `a` of run `r`. */
export const ACTOR_TABLES = `
  left join members m on m.workspace_id = r.workspace_id and m.user_id = coalesce(a.started_by, r.created_by)
  left join grants g on g.workflow_id = r.workflow_id and g.user_id = coalesce(a.started_by, r.created_by)`;

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toActor(row: any): Actor {
  const { actor_id: userId, actor_key_id: keyId, actor_role: role, actor_access: granted } = row;
  return { userId, keyId: keyId ?? '', role: role ?? undefined, granted: granted ?? undefined };
}

/** Returns why no job of a batch may be launched for an actor: every member may, and no viewer. */
export function batchLaunchProblem({ role }: Pick<Actor, 'role'>): Fault | undefined {
  if (role !== undefined && role !== 'viewer') return undefined;
  return new Fault('forbidden', 'The user who started this batch may no longer submit jobs in the workspace.', {
    resolution: 'A member of the workspace can retry the batch.',
  });
}

/** Returns why no job may be launched for an actor. Undefined: jobs may be launched. */
export function launchProblem({ role, granted }: Pick<Actor, 'role' | 'granted'>): Fault | undefined {
  const resolution = 'A user who may run the workflow can retry the run.';
  if (role === undefined)
    return new Fault('forbidden', `The user who started this attempt is no longer a member of the workspace.`, {
      resolution,
    });
  const access = accessOf(role, granted ?? 'VIEW');
  if (access === Access.RUN || access === Access.EDIT) return undefined;
  return new Fault('forbidden', 'The user who started this attempt may no longer run this workflow.', { resolution });
}
