import { describe, expect, it } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { createLanes } from './lanes.ts';

const of = (...workspaceIds: string[]) => workspaceIds.map((workspaceId) => ({ workspaceId }));

describe('workers per workspace', () => {
  it('let other workspaces continue while the work for one workspace is slow', async () => {
    const freed: string[] = [];
    const lanes = createLanes({ name: 'test', log: quietLog, restMs: 0, onFree: () => freed.push('one') });
    const slow = Promise.withResolvers<void>();
    lanes.work(of('slow'), () => slow.promise);
    for (const workspaceId of ['a', 'b', 'c']) {
      const done = Promise.withResolvers<void>();
      lanes.work(of(workspaceId), async () => done.resolve());
      await done.promise;
    }
    await lanes.free();
    expect(lanes.busy()).toContain('slow');
    slow.resolve();
    await lanes.idle();
    expect(lanes.busy()).toEqual([]);
    expect(freed).toHaveLength(4);
  });

  it('give each workspace its own items, and work for a limited number of workspaces at a time', async () => {
    const lanes = createLanes({ name: 'test', log: quietLog, restMs: 0 });
    const turns: string[][] = [];
    let working = 0;
    lanes.work(of('a', 'b', 'a', 'c', 'd', 'e', 'f', 'b'), async (own) => {
      expect(++working).toBeLessThanOrEqual(4);
      await new Promise((resolve) => setImmediate(resolve));
      turns.push(own.map(({ workspaceId }) => workspaceId));
      working--;
    });
    expect(lanes.busy()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    await lanes.idle();
    expect(turns.toSorted()).toEqual([['a', 'a'], ['b', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });

  it('are free again after a failure', async () => {
    const lanes = createLanes({ name: 'test', log: quietLog, restMs: 0 });
    lanes.work(of('a'), () => Promise.reject(new Error('no')));
    await lanes.idle();
    expect(lanes.busy()).toEqual([]);
  });
});
