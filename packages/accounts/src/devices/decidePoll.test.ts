import { describe, expect, it } from 'vitest';
import { decidePoll, type WaitingDevice } from './decidePoll.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const device = (fields: Partial<WaitingDevice> = {}): WaitingDevice => {
  return { state: 'pending', expiresAt: ago(-1), intervalSeconds: 5, ...fields };
};

describe('a request for the session of a device', () => {
  it.each<[string, WaitingDevice | undefined]>([
    ['authorization_pending', device()],
    ['authorization_pending', device({ polledAt: ago(5) })],
    ['slow_down', device({ polledAt: ago(4) })],
    ['slow_down', device({ polledAt: ago(4), state: 'approved' })],
    ['approved', device({ polledAt: ago(5), state: 'approved' })],
    ['access_denied', device({ state: 'denied' })],
    ['expired_token', device({ state: 'approved', expiresAt: now })],
    ['expired_token', undefined],
  ])('is answered with %s', (outcome, waiting) => {
    expect(decidePoll(waiting, now)).toBe(outcome);
  });
});
