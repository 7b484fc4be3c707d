import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { GetManyResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startJobHub } from './hub.ts';
import { testBus } from './testing/testBus.ts';

/** A jobs service that knows some jobs, and records how many were asked for. */
function knownJobs() {
  const known = new Map<string, Job>();
  const asked: number[] = [];
  return {
    known,
    asked,
    async getMany({ jobIds = [] }: { jobIds?: readonly string[] }) {
      asked.push(jobIds.length);
      return GetManyResponse.fromPartial({ jobs: jobIds.flatMap((id) => known.get(id) ?? []) });
    },
  };
}

async function hub() {
  const [bus, jobs] = [testBus(), knownJobs()];
  const started = await startJobHub({ bus: bus as never, jobs, log: quietLog });
  onTestFinished(() => started.stop());
  return { bus, jobs, hub: started };
}

const gone = () => {
  throw new Error('the job is there');
};

describe('the event hub', () => {
  it('notifies only the watchers of the changed job', async () => {
    const { bus, hub: it } = await hub();
    const [one, other] = [testJob(), testJob()];
    const heard: string[] = [];
    it.watch(one.id, { changed: () => heard.push('first'), gone });
    const leave = it.watch(one.id, { changed: () => heard.push('second'), gone });
    it.watch(other.id, { changed: () => heard.push('other'), gone });
    bus.tell(one);
    leave();
    bus.tell(one);
    expect(heard).toEqual(['first', 'second', 'first']);
  });

  it('reads all watched jobs again after a gap, 500 per call', async () => {
    const { bus, jobs, hub: it } = await hub();
    const watched = Array.from({ length: 1_100 }, () => testJob());
    const heard = new Set<string>();
    for (const job of watched) {
      jobs.known.set(job.id, job);
      it.watch(job.id, { changed: ({ id }) => heard.add(id), gone });
    }
    bus.gap();
    await eventually(() => heard.size === watched.length);
    expect(jobs.asked).toEqual([500, 500, 100]);
  });

  it('reports a job as deleted when its event was missed, not when it only did not fit', async () => {
    const { bus, jobs, hub: it } = await hub();
    const [kept, deleted] = [testJob(), testJob()];
    const heard: string[] = [];
    for (const job of [kept, deleted]) {
      jobs.known.set(job.id, job);
      it.watch(job.id, {
        changed: () => heard.push(`${job.id} is there`),
        gone: () => heard.push(`${job.id} is gone`),
      });
    }
    let calls = 0;
    jobs.getMany = async ({ jobIds = [] }) =>
      GetManyResponse.fromPartial(calls++ === 0 ? { postponedJobIds: [kept.id] } : { jobs: jobIds.map(() => kept) });
    bus.gap();
    await eventually(() => heard.length >= 2);
    expect(heard).toEqual([`${deleted.id} is gone`, `${kept.id} is there`]);
  });
});
