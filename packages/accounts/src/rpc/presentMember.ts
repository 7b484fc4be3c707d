import type { User } from '@rotamer/proto/gateway/v1/access.ts';
import type { Member } from '../access/memberStore.ts';

export function presentMember({ userId: id, workspaceId, email, role, name, joinedAt }: Member): User {
  return { id, workspaceId, email, role, name: name ?? '', joinedAt };
}
