import type { SignInMethod } from '@rotamer/api/schemas/session.ts';
import type { PersonSessions } from '../access/personSessions.ts';
import type { Session } from '../access/sessionStore.ts';
import { type AuditNeeds, audited, type Origin } from './audited.ts';
import { OPERATOR_CHAIN } from './entry.ts';

/** Most refusals of one person that are recorded in a minute. */
const REFUSALS_PER_MINUTE = 1;

export interface RefusalNeeds extends AuditNeeds {
  /** Counts something under a name, for all gateways together. */
  rates: { spend(name: string, perMinute: number): Promise<{ admitted: boolean }> };
  sessions: Pick<PersonSessions, 'workspaces'>;
}

/** Records a new session. Call it before the token is sent: then nobody can use a session that is not recorded. */
export async function recordSignIn(
  needs: AuditNeeds,
  from: Origin,
  { id, publicId, userId, workspaceId, method }: Session,
): Promise<void> {
  const actor = { kind: 'session' as const, userId, keyId: publicId };
  const action = { workspaceId, actor, action: 'session.started' as const, resourceType: 'session', resourceId: id };
  await audited(
    needs,
    from,
    action,
    async () => {},
    () => ({ method }),
  );
}

/**
 * Records that a known person was refused, in one workspace of the person. People without a workspace are recorded for operators.
 * Sign-ins of unknown people are not recorded, and of one person only one in a minute, so that nobody can fill the log.
 */
export async function recordRefusal(
  { audit, clock, rates, sessions }: RefusalNeeds,
  { ip, id }: Origin,
  { userId, method, reason }: { userId: string; method: SignInMethod; reason: string },
): Promise<void> {
  if (!(await rates.spend(`refused sign-ins of ${userId}`, REFUSALS_PER_MINUTE)).admitted) return;
  const workspaceId = (await sessions.workspaces(userId, '', 1)).rows[0]?.workspaceId ?? null;
  const begun = await audit.begin({
    ...{ chain: workspaceId ?? OPERATOR_CHAIN, workspaceId, action: 'session.started' },
    ...{ actor: { kind: 'system' as const, userId, keyId: null }, resourceType: 'session', resourceId: null },
    ...{ address: ip, requestId: id, startedAt: clock() },
  });
  await audit.end(begun, { outcome: 'refused', code: 'forbidden', facts: { method, reason } });
}
