import { oneSequence } from '../fakeRunner.ts';
import { CHILDREN, type FanOuts, openFanOuts } from '../fanOuts.ts';
import { withCpu } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { cpuOf, type Side, together } from '../sides.ts';
import { SUBMITTERS } from '../submits.ts';
import type { World } from '../world.ts';

/** The higher of two ratios: wall time and CPU time. */
export const fanOut: Measure = {
  name: 'fan-out',
  title: `a run of ${CHILDREN} jobs of one node until they are settled and recorded ÷ as many POST /jobs`,
  unit: 'ratio',
  goal: { atMost: 1.5 },
  async prepare(world) {
    const fanOuts = await openFanOuts(world);
    const submits = await openSubmits(world, fanOuts);
    return async () => {
      const [a1, b1, b2, a2] = [await fanOuts.run(), await submits(), await submits(), await fanOuts.run()];
      const [run, jobs] = [together([a1, a2]), together([b1, b2])];
      const wall = jobs.perSecond / run.perSecond;
      const cpu = cpuOf(run) / cpuOf(jobs);
      return { value: Math.max(wall, cpu), details: { wall, cpu, run, jobs } };
    };
  },
};

/** Submits the same jobs one by one over concurrent connections. */
async function openSubmits(world: World, { workspace, settled }: FanOuts): Promise<Side> {
  const request = { method: 'POST' as const, path: '/api/v1/jobs', key: workspace.keys[0], body: oneSequence };
  const drive = await world.load.open({ origin: world.baseUrl, connections: SUBMITTERS, requests: [request] });
  return () =>
    withCpu(world, async () => {
      const started = performance.now();
      const { statuses } = await drive({ requests: CHILDREN });
      if (statuses[202] !== CHILDREN) throw new Error(`expected 202 only, got ${JSON.stringify(statuses)}`);
      await settled();
      return { operations: CHILDREN, seconds: (performance.now() - started) / 1000 };
    });
}
