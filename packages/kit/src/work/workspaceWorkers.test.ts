import { describe, expect, it } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { createWorkspaceWorkers } from './workspaceWorkers.ts';

const of = (...workspaceIds: string[]) => workspaceIds.map((workspaceId) => ({ workspaceId }));

describe('workers per workspace', () => {
  it('let other workspaces continue while the work for one workspace is slow', async () => {
    const freed: string[] = [];
    const workers = createWorkspaceWorkers({ name: 'test', log: quietLog, restMs: 0, onFree: () => freed.push('one') });
    const slow = Promise.withResolvers<void>();
    workers.work(of('slow'), () => slow.promise);
    for (const workspaceId of ['a', 'b', 'c']) {
      const done = Promise.withResolvers<void>();
      workers.work(of(workspaceId), async () => done.resolve());
      await done.promise;
    }
    await workers.free();
    expect(workers.busy()).toContain('slow');
    slow.resolve();
    await workers.idle();
    expect(workers.busy()).toEqual([]);
    expect(freed).toHaveLength(4);
  });

  it('give each workspace its own items, and work for a limited number of workspaces at a time', async () => {
    const workers = createWorkspaceWorkers({ name: 'test', log: quietLog, restMs: 0 });
    const turns: string[][] = [];
    let working = 0;
    workers.work(of('a', 'b', 'a', 'c', 'd', 'e', 'f', 'b'), async (own) => {
      expect(++working).toBeLessThanOrEqual(4);
      await new Promise((resolve) => setImmediate(resolve));
      turns.push(own.map(({ workspaceId }) => workspaceId));
      working--;
    });
    expect(workers.busy()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    await workers.idle();
    expect(turns.toSorted()).toEqual([['a', 'a'], ['b', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });

  it('are free again after a failure', async () => {
    const workers = createWorkspaceWorkers({ name: 'test', log: quietLog, restMs: 0 });
    workers.work(of('a'), () => Promise.reject(new Error('no')));
    await workers.idle();
    expect(workers.busy()).toEqual([]);
  });
});
