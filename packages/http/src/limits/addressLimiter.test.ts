import { describe, expect, it } from 'vitest';
import { createAddressLimiter } from './addressLimiter.ts';

describe('an address limiter', () => {
  it('admits exactly 600 requests per window, which begins with the first', () => {
    let now = 5_000;
    const limiter = createAddressLimiter(() => new Date(now), 600);
    const admitted = Array.from({ length: 700 }, () => limiter.spend('192.0.2.1').admitted);
    expect(admitted.filter(Boolean)).toHaveLength(600);
    now = 64_999;
    expect(limiter.look('192.0.2.1')).toMatchObject({ admitted: false, remaining: 0, retryAfterSeconds: 1 });
    now = 65_000;
    expect(limiter.look('192.0.2.1')).toMatchObject({ admitted: true, remaining: 600, resetAt: new Date(125_000) });
  });

  it('remembers only the latest 20,000 addresses', () => {
    const limiter = createAddressLimiter(() => new Date(0), 600);
    for (let n = 0; n < 20_001; n++) limiter.spend(`address ${n}`);
    const left = (n: number) => limiter.look(`address ${n}`).remaining;
    expect([left(0), left(1), left(20_000)]).toEqual([600, 599, 599]);
  });
});
