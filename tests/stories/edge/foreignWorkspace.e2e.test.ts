import type { Client } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobResult } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const { operations } = await loadContract(inject('stack').baseUrl);
const routesWithJob = operations.filter(({ path }) => path.includes('{jobId}'));

let stranger: Client;
let job: string;
let item: string;

beforeAll(async () => {
  const [owner, other] = await Promise.all([newWorkspace(), newWorkspace()]);
  stranger = other.client;
  job = (await owner.client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id;
  await waitForJob(owner.client, job);
  item = (await owner.client.get<JobResult>(`/results/${job}`)).body.files[0]!.key;
});

describe('a job of another workspace', () => {
  it('has every route that names a job', () => {
    expect(routesWithJob.length).toBeGreaterThanOrEqual(6);
  });

  it.each(routesWithJob.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers as if there were none, to the byte',
    async (_, { method, path, operation }) => {
      const ask = (jobId: string, itemId: string) => {
        const filled = path.replace('{jobId}', jobId).replace('{itemId}', encodeURIComponent(itemId));
        const route = filled.replace('/api/v1', '');
        return operation.requestBody ? stranger.patch(route, {}) : stranger.send(method, route);
      };
      const foreign = await ask(job, item);
      const unknown = await ask(`${job.slice(0, -4)}0000`, item);
      const impossible = await ask('nonsense', 'nonsense');
      expect(foreign.status).toBe(404);
      expect(foreign.bytes).toEqual(unknown.bytes);
      expect(foreign.bytes).toEqual(impossible.bytes);
      expect(headersOf(foreign.headers)).toEqual(headersOf(unknown.headers));
      expect(foreign.bytes.toString()).not.toContain(job);
    },
  );

  it('is in no list', async () => {
    expect((await stranger.get<{ data: Job[] }>('/jobs')).body.data).toEqual([]);
  });
});

/** All that do not differ between any two answers. */
function headersOf(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name));
}
