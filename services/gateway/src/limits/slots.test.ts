import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

describe('slots', () => {
  it('are so many for each key, and free again when what took them has ended, once', () => {
    const slots = createSlots('uploads', { perKey: 2, inAll: 10 });
    const [leave] = [slots.take('a'), slots.take('a')];
    expect(() => slots.take('a')).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        message: 'This API key has reached its limit of 2 uploads.',
        retryAfterSeconds: 5,
      }),
    );
    slots.take('b');
    leave();
    leave();
    slots.take('a');
    expect(() => slots.take('a')).toThrow('2 uploads');
  });

  it('are so many in all', () => {
    const slots = createSlots('uploads', { perKey: 2, inAll: 3 });
    const leave = slots.take('a');
    slots.take('b');
    slots.take('c');
    expect(() => slots.take('d')).toThrow(
      expect.objectContaining({ code: 'service_unavailable', retryAfterSeconds: 5 }),
    );
    leave();
    slots.take('d');
  });
});
