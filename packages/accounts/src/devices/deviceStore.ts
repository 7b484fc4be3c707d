import { randomBytes } from 'node:crypto';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import { createSession, type Session, type SessionClient } from '../access/sessionStore.ts';
import { hashSecret } from '../access/tokenText.ts';
import { decidePoll, type PollOutcome } from './decidePoll.ts';
import { makeUserCode } from './userCode.ts';

/** Every statement on devices that sign in, except the one in access/approvedDevices.ts. */

/** How long a code can be confirmed, in seconds. */
export const DEVICE_SECONDS = 600;

/** Seconds between requests of a device. */
export const INTERVAL_SECONDS = 5;

/** Seconds that are added when a device asks too often (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

/** The longest interval. A device that never slows down is still answered this often. */
const MAX_INTERVAL_SECONDS = 30;

/** Most devices that wait at a time, so that a flood of them fills neither the table nor the space of codes. */
const MAX_WAITING = 10_000;

/** A device, as the person who confirms it sees it. */
export interface Device {
  userCode: string;
  clientName: string;
  address: string;
  createdAt: Date;
}

/** Begins a sign-in. Returns undefined when too many devices wait. */
export async function beginDevice(
  db: Queryable,
  { clientName, client, now }: { clientName: string; client: SessionClient; now: Date },
): Promise<{ deviceCode: string; userCode: string } | undefined> {
  const deviceCode = randomBytes(32).toString('base64url');
  await db.query('delete from device_authorizations where expires_at <= $1', [now]);
  const { rows } = await db.query(
    `insert into device_authorizations (hash, user_code, client_name, user_agent, address, created_at, expires_at, interval_s)
     select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from device_authorizations) < $9
     on conflict do nothing returning user_code`,
    [
      hashSecret(deviceCode),
      makeUserCode(),
      shownLine(clientName, 80),
      shownLine(client.userAgent, 300),
      shownLine(client.address, 64),
      now,
      new Date(now.getTime() + DEVICE_SECONDS * 1000),
      INTERVAL_SECONDS,
      MAX_WAITING,
    ],
  );
  return rows[0] && { deviceCode, userCode: rows[0].user_code };
}

/** Returns the device that waits under a code. */
export async function findDevice(db: Queryable, userCode: string, now: Date): Promise<Device | undefined> {
  const { rows } = await db.query(
    `select user_code, client_name, address, created_at from device_authorizations
     where user_code = $1 and state = 'pending' and expires_at > $2`,
    [userCode, now],
  );
  const [row] = rows;
  return (
    row && { userCode: row.user_code, clientName: row.client_name, address: row.address, createdAt: row.created_at }
  );
}

/**
 * Records the decision of a person, once. Locks the membership, so that it cannot end before the decision is visible. Returns false
 * when the device does not wait any more, or the person is not a member of the workspace any more.
 */
export async function decideDevice(
  db: Queryable,
  decision: { userCode: string; approved: boolean; userId: string; workspaceId: string; now: Date },
): Promise<boolean> {
  const { userCode, approved, userId, workspaceId, now } = decision;
  const { rowCount } = await db.query(
    `with membership as (
       select user_id, workspace_id from memberships where user_id = $4 and workspace_id = $5 for key share
     )
     update device_authorizations d set state = $3, user_id = m.user_id, workspace_id = m.workspace_id
     from membership m
     where d.user_code = $1 and d.state = 'pending' and d.expires_at > $2`,
    [userCode, now, approved ? 'approved' : 'denied', userId, workspaceId],
  );
  return rowCount === 1;
}

/** Returns what a device gets that asks for its session. An approved device gets the session once. */
export async function pollDevice(
  db: Db,
  deviceCode: string,
  now: Date,
): Promise<{ outcome: PollOutcome; signedIn?: { token: string; session: Session } }> {
  return await transaction(db, async (tx) => {
    const hash = hashSecret(deviceCode);
    // The membership is locked before the device, as its end does: two locks in two orders would be a deadlock.
    await tx.query(
      `select 1 from memberships m
       join device_authorizations d on d.user_id = m.user_id and d.workspace_id = m.workspace_id
       where d.hash = $1 for key share of m`,
      [hash],
    );
    const { rows } = await tx.query(
      `select state, expires_at, interval_s, polled_at, user_id, workspace_id, user_agent, client_name, address
       from device_authorizations where hash = $1 for update`,
      [hash],
    );
    const [row] = rows;
    const waiting = row && {
      state: row.state,
      expiresAt: row.expires_at,
      intervalSeconds: row.interval_s,
      polledAt: row.polled_at ?? undefined,
    };
    const outcome = decidePoll(waiting, now);
    if (outcome === 'approved') {
      await tx.query('delete from device_authorizations where hash = $1', [hash]);
      const client = { userAgent: row.client_name, address: row.address };
      const who = { userId: row.user_id, workspaceId: row.workspace_id, method: 'device' as const };
      return { outcome, signedIn: await createSession(tx, { ...who, client, now }) };
    }
    if (outcome === 'slow_down' || outcome === 'authorization_pending') {
      // The interval counts from the last request that was in time. From a refused one it would never end (H2CK/oidc#716).
      const isEarly = outcome === 'slow_down';
      await tx.query(
        `update device_authorizations set polled_at = case when $3 > 0 then polled_at else $2 end,
           interval_s = least(interval_s + $3, $4) where hash = $1`,
        [hash, now, isEarly ? SLOWER_SECONDS : 0, MAX_INTERVAL_SECONDS],
      );
    }
    return { outcome };
  });
}
