import type { WorkflowRun } from '@rotamer/client';
import { afterEach, expect, it, vi } from 'vitest';
import { followRun, type LiveRunState, paceAfter } from './liveRun.ts';

type Pause = WorkflowRun['pause'];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pausedAt = (node_id: string): Pause => ({ reason: 'curation', node_id, decided: false });

it.each([
  ['shows the whole page again', 'when the run waits at another step', 'event', pausedAt('second'), 1],
  ['shows the run in its place', 'when its pause is the same', 'event', pausedAt('first'), 0],
  ['shows the whole page again', 'when the run went on before its stream began', 'open', pausedAt('second'), 1],
])('%s %s', async (_what, _when, type, pause, refreshed) => {
  vi.useFakeTimers();
  const source = Object.assign(new EventTarget(), { close() {} });
  const [refresh, show] = [vi.fn(async () => {}), vi.fn()];
  const first = { id: 'run_1', status: 'PAUSED', pause: pausedAt('first') } as LiveRunState;
  vi.stubGlobal('EventSource', function open() {
    return source;
  });
  vi.stubGlobal('fetch', async () => Response.json({ ...first, pause }));
  vi.stubGlobal('document', { activeElement: null, hidden: false });
  vi.stubGlobal('HTMLInputElement', class {});
  const stop = followRun(first, { events: 'events', state: 'state' }, show, refresh);
  source.dispatchEvent(new Event(type));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([refresh.mock.calls.length, show.mock.calls.length]).toEqual([refreshed, 1 - refreshed]);
  stop?.();
});

it('reads a run less often the longer a reading takes', () => {
  expect([5, 75, 200, 9_000].map(paceAfter)).toEqual([1_500, 1_500, 4_000, 30_000]);
});
