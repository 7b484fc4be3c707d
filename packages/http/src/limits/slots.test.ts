import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

/** A key of a workspace: `a2` is the second of workspace `a`. */
const keyOf = (keyId: string) => ({ keyId, workspaceId: keyId[0]! });

describe('slots', () => {
  it('are limited per key, and each is released only once', () => {
    const slots = createSlots('uploads', { perKey: 2, inAll: 10 });
    const [leave] = [slots.take(keyOf('a')), slots.take(keyOf('a'))];
    expect(() => slots.take(keyOf('a'))).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        message: 'This API key has reached its limit of 2 uploads.',
        retryAfterSeconds: 5,
      }),
    );
    slots.take(keyOf('b'));
    leave();
    leave();
    slots.take(keyOf('a'));
    expect(() => slots.take(keyOf('a'))).toThrow('2 uploads');
  });

  it('are limited for the whole process', () => {
    const slots = createSlots('uploads', { perKey: 2, inAll: 3 });
    const leave = slots.take(keyOf('a'));
    slots.take(keyOf('b'));
    slots.take(keyOf('c'));
    expect(() => slots.take(keyOf('d'))).toThrow(
      expect.objectContaining({ code: 'service_unavailable', retryAfterSeconds: 5 }),
    );
    leave();
    slots.take(keyOf('d'));
  });

  it('are limited to half for one workspace, for any number of its keys', () => {
    const slots = createSlots('uploads', { perKey: 8, inAll: 64 });
    const left = holdAll(slots, 'a');
    expect(left).toHaveLength(32);
    expect(() => slots.take(keyOf('a9'))).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        message: 'This workspace has 32 uploads; the service keeps room for other workspaces.',
        retryAfterSeconds: 5,
      }),
    );
    slots.take(keyOf('b1'));
    left[0]!();
    slots.take(keyOf('a9'));
  });

  it('leave room for another workspace while several hold all that they may', () => {
    const slots = createSlots('uploads', { perKey: 8, inAll: 64 });
    const held = ['a', 'b', 'c', 'd', 'e'].map((workspace) => holdAll(slots, workspace));
    expect(held.map(({ length }) => length)).toEqual([32, 16, 8, 4, 2]);
    slots.take(keyOf('f'));
    // The first workspace releases some of its slots, and cannot take them back.
    for (const leave of held[0]!.slice(20)) leave();
    expect(holdAll(slots, 'a')).toHaveLength(0);
    expect(holdAll(slots, 'f')).toHaveLength(6);
  });
});

/** Takes slots with ten keys of a workspace until none of the keys gets another. */
function holdAll(slots: ReturnType<typeof createSlots>, workspace: string): (() => void)[] {
  const held: (() => void)[] = [];
  for (let key = 0; key < 10; key++) {
    try {
      for (;;) held.push(slots.take(keyOf(`${workspace}${key}`)));
    } catch {}
  }
  return held;
}
