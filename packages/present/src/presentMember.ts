import type { Member } from '@rotamer/accounts/access/memberStore.ts';
import type { PublicMember } from '@rotamer/api/schemas/member.ts';

/** The member of the public API. */
export function presentMember({ userId, email, name, role, joinedAt }: Member): PublicMember {
  return {
    id: userId,
    object: 'member',
    email,
    name: name ?? null,
    role,
    joined_at: joinedAt?.toISOString() ?? null,
  };
}
