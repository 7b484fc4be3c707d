import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, jobs, issueKey, stop } = await testGateway();
afterAll(stop);
beforeEach(() => {
  jobs.calls.length = 0;
});

const list = (query: string) =>
  app.inject({ method: 'GET', url: `/api/v1/jobs?${query}`, headers: bearer(issueKey({ scopes: ['jobs:read'] })) });

it.each([
  'label=plate%3D7&label=robot%3Da&status=FAILED&status=TIMEOUT',
  'label=plate%3D7,robot%3Da&status=FAILED,TIMEOUT',
  'label=plate%3D7&label=robot%3Da,plate%3D7&status=FAILED&status=TIMEOUT',
])('finds jobs with all labels and one of the statuses of %s', async (query) => {
  expect((await list(query)).statusCode).toBe(200);
  expect(jobs.calls[0]!.request).toMatchObject({
    filter: { labels: { plate: '7', robot: 'a' }, statuses: [JobStatus.FAILED, JobStatus.TIMEOUT] },
  });
});

it.each([
  ['label=plate%3D7&label=plate%3D8', 'label: gives plate two values, 7 and 8'],
  ['label=plate%3D7&label=', 'label: must be key=value, or several separated by commas'],
  ['label=__proto__%3D7&label=__proto__%3D8', 'label: '],
  ['tool=a&tool=b', 'tool: must be string'],
])('refuses %s', async (query, message) => {
  const answer = await list(query);
  expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)]);
  expect(jobs.calls).toEqual([]);
});
