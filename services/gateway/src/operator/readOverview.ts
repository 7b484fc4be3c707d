import { listUserAccess } from '@rotamer/accounts/access/userAccessStore.ts';
import { listEntries } from '@rotamer/accounts/audit/auditStore.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Jobs } from '../clients/clients.ts';

/** Most users and audit entries in an overview. */
const SHOWN = 100;

/** What operators see of an installation. It has no secret, and nothing that a workspace holds. */
export interface Overview {
  object: 'operator_overview';
  tools: { total: number; unavailable: string[] };
  users: {
    id: string;
    email: string;
    name: string;
    memberships: { workspace_id: string; role: string; live_keys: number }[];
    live_sessions: number;
    last_signed_in_at: string | null;
  }[];
  /** The commands of operators, newest first. */
  audit: { at: string; action: string; resource_id: string; workspace_id: string; outcome: string }[];
}

/** Reads the overview. */
export type ReadOverview = (scope: CallScope) => Promise<Overview>;

interface Needs {
  db: Db;
  jobs: Pick<Jobs, 'listTools'>;
  clock: Clock;
}

export function createReadOverview({ db, jobs, clock }: Needs): ReadOverview {
  return async (scope) => {
    const [{ tools }, users, entries] = await Promise.all([
      jobs.listTools({}, scope),
      listUserAccess(db, { user: '', afterId: '', limit: SHOWN }, clock()),
      listEntries(db, { workspaceId: undefined, beforeId: '', limit: SHOWN }),
    ]);
    return {
      object: 'operator_overview',
      tools: { total: tools.length, unavailable: tools.filter(({ available }) => !available).map(({ id }) => id) },
      users: users.map((user) => ({
        id: user.id,
        email: user.email,
        name: user.name,
        memberships: user.memberships.map((one) => ({
          workspace_id: one.workspaceId,
          role: one.role,
          live_keys: one.liveKeys,
        })),
        live_sessions: user.liveSessions,
        last_signed_in_at: user.lastSignedInAt?.toISOString() ?? null,
      })),
      audit: entries.slice(0, SHOWN).map(({ at, action, resourceId, workspaceId, outcome }) => ({
        ...{ at: at.toISOString(), action, resource_id: resourceId ?? '', workspace_id: workspaceId ?? '', outcome },
      })),
    };
  };
}
