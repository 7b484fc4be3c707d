import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Session, SessionClient } from '../access/sessionStore.ts';
import type { PollOutcome } from './decidePoll.ts';
import { beginDevice, type Device, decideDevice, findDevice, pollDevice } from './deviceStore.ts';

/** Programs without a browser that sign in, as routes and pages need them. */
export interface Devices {
  /** Returns undefined when too many devices wait. */
  begin(clientName: string, client: SessionClient): Promise<{ deviceCode: string; userCode: string } | undefined>;
  find(userCode: string): Promise<Device | undefined>;
  /** Returns false when the device does not wait any more. */
  decide(decision: { userCode: string; approved: boolean; userId: string; workspaceId: string }): Promise<boolean>;
  poll(deviceCode: string): Promise<{ outcome: PollOutcome; signedIn?: { token: string; session: Session } }>;
}

export function createDevices({ db, clock }: { db: Db; clock: Clock }): Devices {
  return {
    begin: (clientName, client) => beginDevice(db, { clientName, client, now: clock() }),
    find: (userCode) => findDevice(db, userCode, clock()),
    decide: (decision) => decideDevice(db, { ...decision, now: clock() }),
    poll: (deviceCode) => pollDevice(db, deviceCode, clock()),
  };
}
