/** A device that waits for a person. */
export interface WaitingDevice {
  state: 'pending' | 'approved' | 'denied';
  expiresAt: Date;
  intervalSeconds: number;
  polledAt?: Date;
}

/** How a request for the session of a device is answered; the names are those of RFC 8628, section 3.5. */
export type PollOutcome = 'approved' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token';

/** A request may come this much early, in milliseconds: clocks and networks are not exact. */
const TOLERANCE_MS = 500;

/** Decides on a request for the session of a device; undefined: no device has this code. */
export function decidePoll(device: WaitingDevice | undefined, now: Date): PollOutcome {
  if (!device || device.expiresAt <= now) return 'expired_token';
  const dueAt = (device.polledAt?.getTime() ?? 0) + device.intervalSeconds * 1000 - TOLERANCE_MS;
  if (now.getTime() < dueAt) return 'slow_down';
  if (device.state === 'denied') return 'access_denied';
  return device.state === 'approved' ? 'approved' : 'authorization_pending';
}
