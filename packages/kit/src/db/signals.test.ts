import { describe, expect, it, vi } from 'vitest';
import { coalesceNames } from './signals.ts';

describe('coalesceNames', () => {
  it('passes names on together, each once, and the first after a pause without delay', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
    try {
      const passed: string[][] = [];
      const { add, passNow } = coalesceNames(5, (names) => passed.push(names));
      for (const name of ['jobs', 'jobs', 'offers']) add(name);
      expect(passed).toEqual([]);
      vi.advanceTimersByTime(0);
      expect(passed).toEqual([['jobs', 'offers']]);
      add('jobs');
      vi.advanceTimersByTime(4);
      add('jobs');
      expect(passed).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(passed.slice(1)).toEqual([['jobs']]);
      add('offers');
      passNow();
      expect(passed.slice(2)).toEqual([['offers']]);
      vi.advanceTimersByTime(10);
      expect(passed).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });
});
