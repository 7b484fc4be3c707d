import type { Membership } from '@rotamer/accounts/access/membership.ts';
import type { PublicWorkspace } from '@rotamer/api/schemas/workspace.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';

/** The workspace of the public API, as one of its members sees it. */
export function presentWorkspace(
  { id, name, plan, paid, unit }: Workspace,
  { userId, role }: Pick<Membership, 'userId' | 'role'>,
): PublicWorkspace {
  return {
    object: 'workspace',
    id,
    name,
    unit: unit ?? null,
    plan: { tier: plan, paid },
    member: { user_id: userId, role },
  };
}
