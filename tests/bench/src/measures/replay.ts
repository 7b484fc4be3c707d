import { randomUUID } from 'node:crypto';
import { jobRequest } from '../fakeRunner.ts';
import { loadSide } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { compare } from '../sides.ts';
import { MANY, openSubmits, SUBMITTERS, submitSide } from '../submits.ts';

/** Number of keys that are repeated. */
const REPEATED = 1_000;

/** Submissions with an idempotency key that was used before ÷ new submissions. */
export const replay: Measure = {
  name: 'replay',
  title: 'idempotent replays per second ÷ POST /jobs',
  unit: 'ratio',
  goal: { atLeast: 2.5 },
  async prepare(world) {
    const submits = await openSubmits(world, { workspaces: MANY });
    const { keys } = await world.newWorkspace();
    const requests = Array.from({ length: REPEATED }, () => ({
      method: 'POST' as const,
      path: '/api/v1/jobs',
      key: keys[0],
      headers: { 'idempotency-key': randomUUID() },
      body: jobRequest,
    }));
    const replays = await world.load.open({ origin: world.baseUrl, connections: SUBMITTERS, requests });
    await loadSide(world, replays, 202, { requests: REPEATED })();
    return compare(['replay', 'submit'], loadSide(world, replays, 200), submitSide(world, submits));
  },
};
