import { nightlyKey } from '@rotamer/accounts/testing/testApiKeys.ts';
import { ada } from '@rotamer/accounts/testing/testMembers.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { afterAll, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, jobs, members, issueKey, stop } = await testGateway();
afterAll(stop);

it.each([
  ['with the address, for a key that may list members', ['jobs:read', 'workspace:read'] as const, ada.email],
  ['without the address, for other keys', ['jobs:read'] as const, null],
])('names who submitted the job: person and key, %s', async (_, scopes, email) => {
  members.known.set(ada.userId, { ...ada, name: 'Ada' });
  const job = testJob({ createdBy: ada.userId, keyId: nightlyKey.keyId });
  jobs.known.set(job.id, job);
  const headers = bearer(issueKey({ scopes: [...scopes] }));
  const answer = await app.inject({ url: `/api/v1/jobs/${job.id}`, headers });
  const key = { id: nightlyKey.id, name: nightlyKey.name };
  expect(answer.json().submitted_by).toEqual({ user_id: ada.userId, name: 'Ada', email, key });
});
