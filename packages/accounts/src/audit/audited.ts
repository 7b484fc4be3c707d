import type { Clock } from '@rotamer/kit/clock.ts';
import { errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '../access/credential.ts';
import type { AuditLog } from './auditLog.ts';
import { type AuditIntent, type AuditOutcome, idText } from './entry.ts';

/** The action of a page or of a rule, for which there is no operation of the API. */
export interface PageAction {
  workspaceId: string;
  actor: AuditIntent['actor'];
  /** The resource and a past participle, as in the operations. */
  action: `${string}.${string}`;
  resourceType: string;
  resourceId?: string | null;
}

/** Where an action comes from: the address and the id of its request. */
export type Origin = Pick<FastifyRequest, 'ip' | 'id'>;

export interface AuditNeeds {
  audit: AuditLog;
  clock: Clock;
}

/**
 * Does something between the two steps of the audit log: the intent is stored before, and the entry afterwards. A result of `false`
 * says that there was nothing to do, which is recorded as refused. `factsOf`: ids, amounts and enumerations, as in `Audit`.
 *
 * @throws what `act` throws; and when the intent cannot be stored, without doing anything
 */
export async function audited<Result>(
  { audit, clock }: AuditNeeds,
  { ip, id }: Origin,
  { resourceId, workspaceId, ...action }: PageAction,
  act: () => Promise<Result>,
  factsOf: (result: Result) => AuditOutcome['facts'] = () => undefined,
): Promise<Result> {
  const begun = await audit.begin({
    ...{ ...action, chain: workspaceId, workspaceId, resourceId: idText(resourceId) },
    ...{ address: ip, requestId: id, startedAt: clock() },
  });
  try {
    const result = await act();
    const ended: AuditOutcome =
      result === false
        ? { outcome: 'refused', code: 'not_found' }
        : { outcome: 'ok', code: null, facts: factsOf(result) };
    await audit.end(begun, ended);
    return result;
  } catch (error) {
    const { code } = toFault(error);
    await audit.end(begun, { outcome: errorTable[code].http >= 500 ? 'unknown' : 'refused', code });
    throw error;
  }
}

/** Returns a credential as the actor of an entry. */
export function actorOf({ kind, userId, keyId }: Pick<Credential, 'kind' | 'userId' | 'keyId'>): AuditIntent['actor'] {
  return { kind, userId, keyId };
}
