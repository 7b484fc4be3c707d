import type { Clock } from '@rotamer/kit/clock.ts';
import type { PersonSessions } from '../access/personSessions.ts';
import { decidePoll, type WaitingDevice } from '../devices/decidePoll.ts';
import type { Device } from '../devices/deviceStore.ts';
import type { Devices } from '../devices/devices.ts';
import { makeUserCode } from '../devices/userCode.ts';

type Waiting = Device & WaitingDevice & { userId?: string; workspaceId?: string };

/** Devices in memory, by device code. */
export function testDevices(sessions: Pick<PersonSessions, 'create'>, clock: Clock): Devices {
  const waiting = new Map<string, Waiting>();
  const find = (userCode: string) =>
    [...waiting.values()].find((one) => one.userCode === userCode && one.state === 'pending');
  return {
    async begin(clientName, { address }) {
      const [deviceCode, userCode] = [makeUserCode().padEnd(43, 'x'), makeUserCode()];
      const expiresAt = new Date(clock().getTime() + 600_000);
      const begun = { userCode, clientName, address, createdAt: clock(), expiresAt };
      waiting.set(deviceCode, { ...begun, state: 'pending', intervalSeconds: 5 });
      return { deviceCode, userCode };
    },
    find: async (userCode) => find(userCode),
    async decide({ userCode, approved, userId, workspaceId }) {
      const device = find(userCode);
      if (device) Object.assign(device, { state: approved ? 'approved' : 'denied', userId, workspaceId });
      return device !== undefined;
    },
    async poll(deviceCode) {
      const device = waiting.get(deviceCode);
      const outcome = decidePoll(device, clock());
      if (outcome !== 'approved') return { outcome };
      waiting.delete(deviceCode);
      const { userId, workspaceId, clientName: userAgent, address } = device!;
      const client = { userAgent, address };
      return {
        outcome,
        signedIn: await sessions.create({ userId: userId!, workspaceId, method: 'device', client }),
      };
    },
  };
}
