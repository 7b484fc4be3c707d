import { Fault } from '@rotamer/kit/errors/fault.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';

/** The access that a grant in the database gives. */
export type GrantedAccess = 'VIEW' | 'RUN' | 'EDIT';

/**
 * Returns the SQL condition that the caller may see workflow `w`. The caller's grant, if any, is joined as `g`; `role` is a parameter of
 * the query. Every query that reads for a caller needs this condition.
 */
export const MAY_SEE = (role: string) => `(${role} in ('owner', 'admin') or g.access is not null)`;

/** Returns a caller's access. Owners and admins may edit every workflow; a viewer may only view. */
export function accessOf(role: string, granted: GrantedAccess): Access {
  if (role === 'owner' || role === 'admin') return Access.EDIT;
  return role === 'viewer' ? Access.VIEW : Access[granted];
}

const ORDER: Access[] = [Access.UNSPECIFIED, Access.VIEW, Access.RUN, Access.EDIT];

/** @throws forbidden if the caller may see the workflow but lacks the needed access. */
export function requireAccess(access: Access, needed: Access): void {
  if (ORDER.indexOf(access) >= ORDER.indexOf(needed)) return;
  const word = needed === Access.EDIT ? 'edit' : 'run';
  throw new Fault('forbidden', `You may not ${word} this workflow.`, {
    resolution: `Ask an owner or admin of the workspace for the grant '${word}'.`,
    details: { required_grant: word },
  });
}
