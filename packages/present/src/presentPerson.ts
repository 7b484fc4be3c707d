import type { Person } from '@rotamer/accounts/access/userNames.ts';
import type { Scope } from '@rotamer/api/operation/access.ts';

/** A user beside a resource. Only a credential that may list members sees the address. */
export function presentPerson(userId: string, person: Person | undefined, scopes: readonly Scope[]) {
  return {
    user_id: userId,
    name: person?.name ?? null,
    email: scopes.includes('workspace:read') ? (person?.email ?? null) : null,
  };
}
