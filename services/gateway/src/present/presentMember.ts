import type { PublicMember } from '@rotamer/api/schemas/member.ts';
import type { Member } from '../access/memberStore.ts';

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
