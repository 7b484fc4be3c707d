import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const { app, jobs, issueKey, stop } = await testGateway();
afterAll(stop);
const job = testJob();
jobs.known.set(job.id, job);

describe('a call to a neighbour', () => {
  it.each([
    ['a read', { url: `/api/v1/jobs/${job.id}/status` }, 5_000],
    ['a submission', { method: 'POST', url: '/api/v1/jobs', payload: submission() }, 10_000],
  ] as [string, InjectOptions, number][])(
    'for %s carries who asks, the trace, and what is left of the time',
    async (_, request, budgetMs) => {
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const headers = { ...bearer(issueKey({ role: 'member' })), traceparent, 'x-request-id': 'client-chosen_1' };
      const before = Date.now();
      await app.inject({ ...request, headers });
      const { caller, deadlineMs, ...scope } = jobs.calls.at(-1)!.scope as CallScope;
      expect(caller).toMatchObject({ workspaceId: 'ws_1', role: 'member', requestId: 'client-chosen_1' });
      expect(scope.traceparent).toBe(traceparent);
      // The budget starts when the request arrives, not when the call is made.
      expect(deadlineMs).toBeGreaterThan(before + budgetMs - 1_000);
      expect(deadlineMs).toBeLessThanOrEqual(Date.now() + budgetMs);
    },
  );
});
