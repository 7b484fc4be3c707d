import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { ApiKeys } from '../access/apiKeys.ts';
import type { Members } from '../access/members.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import type { Billing } from '../clients.ts';

/** Dependencies of the RPCs of accounts; each picks what it needs. */
export interface RpcDeps {
  db: Db;
  billing: Pick<Billing, 'getWorkspace'>;
  members: Members;
  audit: AuditLog;
  apiKeys: ApiKeys;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  /** Whether links sign people in without proof, because only the user of this machine can ask for one. */
  localLinks: boolean;
  /** Public base URL of the gateway, without a slash at the end. */
  publicUrl: string;
}
