import { Fault } from '@rotamer/kit/errors/fault.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';

/** What a grant in the database says. */
export type GrantedAccess = 'VIEW' | 'RUN' | 'EDIT';

/**
 * Whether the caller may see a workflow `w`, whose grant to the caller, if any, is joined as `g`: part of every query that reads for
 * a caller. `role` is a parameter of the query.
 */
export const MAY_SEE = (role: string) => `(${role} in ('owner', 'admin') or g.access is not null)`;

/** Owners and admins may edit every workflow; a viewer never more than view. */
export function accessOf(role: string, granted: GrantedAccess): Access {
  if (role === 'owner' || role === 'admin') return Access.EDIT;
  return role === 'viewer' ? Access.VIEW : Access[granted];
}

const ORDER: Access[] = [Access.UNSPECIFIED, Access.VIEW, Access.RUN, Access.EDIT];

/** @throws forbidden, for someone who may see the workflow and not do this. */
export function requireAccess(access: Access, needed: Access): void {
  if (ORDER.indexOf(access) >= ORDER.indexOf(needed)) return;
  const word = needed === Access.EDIT ? 'edit' : 'run';
  throw new Fault('forbidden', `You may not ${word} this workflow.`, {
    resolution: `Ask an owner or admin of the workspace for the grant '${word}'.`,
    details: { required_grant: word },
  });
}
