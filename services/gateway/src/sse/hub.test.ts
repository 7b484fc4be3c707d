import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testBus } from '../testing/testBus.ts';
import { testJob, testJobs } from '../testing/testJobs.ts';
import { startJobHub } from './hub.ts';

async function hub() {
  const [bus, jobs] = [testBus(), testJobs()];
  const started = await startJobHub({ bus: bus as never, jobs, log: quietLog });
  onTestFinished(() => started.stop());
  return { bus, jobs, hub: started };
}

describe('the event hub', () => {
  it('tells everybody who watches a job, and nobody else', async () => {
    const { bus, hub: it } = await hub();
    const [one, other] = [testJob(), testJob()];
    const heard: string[] = [];
    it.watch(one.id, () => heard.push('first'));
    const leave = it.watch(one.id, () => heard.push('second'));
    it.watch(other.id, () => heard.push('other'));
    bus.tell(one);
    leave();
    bus.tell(one);
    expect(heard).toEqual(['first', 'second', 'first']);
  });

  it('reads all watched jobs again after a gap, 500 to a call', async () => {
    const { bus, jobs, hub: it } = await hub();
    const watched = Array.from({ length: 1_100 }, () => testJob());
    const heard = new Set<string>();
    for (const job of watched) {
      jobs.known.set(job.id, job);
      it.watch(job.id, ({ id }) => heard.add(id));
    }
    bus.gap();
    await eventually(() => heard.size === watched.length);
    expect(jobs.calls.map(({ request }) => (request as { jobIds: string[] }).jobIds.length)).toEqual([500, 500, 100]);
  });
});
