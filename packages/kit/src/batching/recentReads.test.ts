import { describe, expect, it, vi } from 'vitest';
import { rememberReads } from './recentReads.ts';

function aReader() {
  let version = 0;
  const read = vi.fn(async (id: string) => ({ id, version: ++version }));
  return { read, reads: rememberReads(read, 50_000) };
}

describe('rememberReads', () => {
  it('shares one call among concurrent reads, and returns its result to later reads', async () => {
    const { read, reads } = aReader();
    const [a, b] = await Promise.all([reads.recent('ws_1', {}), reads.recent('ws_1', {})]);
    expect([a, b, await reads.recent('ws_1', {})]).toEqual([a, a, a]);
    await reads.recent('ws_2', {});
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('returns the value of a current read from the cache', async () => {
    const { reads } = aReader();
    await reads.recent('ws_1', {});
    const current = await reads.current('ws_1', {});
    expect(current.version).toBe(2);
    expect(await reads.recent('ws_1', {})).toEqual(current);
  });

  it('answers reads in progress when a current read overtakes them, and keeps the current value', async () => {
    const { read, reads } = aReader();
    const slow = Promise.withResolvers<{ id: string; version: number }>();
    read.mockReturnValueOnce(slow.promise);
    const recent = reads.recent('ws_1', {});
    const current = await reads.current('ws_1', {});
    slow.resolve({ id: 'ws_1', version: 0 });
    expect(await recent).toMatchObject({ version: 0 });
    expect(await reads.recent('ws_1', {})).toEqual(current);
  });

  it('does not cache a failure', async () => {
    const { read, reads } = aReader();
    read.mockRejectedValueOnce(new Error('unavailable'));
    await expect(reads.recent('ws_1', {})).rejects.toThrow('unavailable');
    expect(await reads.recent('ws_1', {})).toMatchObject({ id: 'ws_1' });
  });
});
