import { WebhookDeliveryState } from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';
import { testDelivery, testEndpoint } from '../../testing/testWebhooks.ts';

const { app, projects, webhooks, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
workspace.limits!.requestsPerMinute = 100_000;
const project = testProject();
projects.known.set(project.id, project);
const key = issueKey({ role: 'admin' });
beforeEach(() => {
  webhooks.asked.length = 0;
});

const ask = (method: InjectOptions['method'], url: string, payload?: object) =>
  app.inject({ method, url: `/api/v1${url}`, headers: bearer(key), payload });

const ofEndpoint = `/webhook-endpoints/${testEndpoint.id}`;

describe('an endpoint', () => {
  it('is shown with its secret only when it is created or rotated, and such responses are not stored', async () => {
    const body = { url: testEndpoint.url, event_types: ['job.completed'], project_id: project.id };
    for (const answer of [
      await ask('POST', '/webhook-endpoints', body),
      await ask('POST', `${ofEndpoint}/rotate-secret`),
    ]) {
      expect(answer.json()).toEqual({
        ...{ id: testEndpoint.id, object: 'webhook_endpoint', url: testEndpoint.url, description: null },
        ...{ event_types: ['job.completed'], project_id: null, enabled: true, disabled_reason: null },
        ...{ failing_since: null, former_secret_until: null, secret: 'whsec_c2VjcmV0' },
        ...{ created_at: '2026-03-01T12:00:00.000Z', updated_at: '2026-03-01T12:00:00.000Z' },
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(webhooks.asked).toEqual([
      { url: testEndpoint.url, description: undefined, eventTypes: ['job.completed'], projectId: project.id },
    ]);
    for (const answer of [await ask('GET', ofEndpoint), await ask('GET', '/webhook-endpoints')])
      expect(answer.body).not.toContain('whsec_');
  });

  it('is refused for a project that does not exist', async () => {
    const body = { url: testEndpoint.url, project_id: 'proj_01kjmma2g0e9dtsezyywpss2bm' };
    expect((await ask('POST', '/webhook-endpoints', body)).statusCode).toBe(404);
    expect((await ask('PATCH', ofEndpoint, { project_id: body.project_id })).statusCode).toBe(404);
    expect(webhooks.asked).toEqual([]);
  });

  it('loses its description and project by null, and keeps what the body does not have', async () => {
    await ask('PATCH', ofEndpoint, { description: null, project_id: null });
    await ask('PATCH', ofEndpoint, { event_types: [] });
    const { id: endpointId } = testEndpoint;
    expect(webhooks.asked).toEqual([
      { endpointId, description: '', projectId: '', url: undefined, enabled: undefined, eventTypes: undefined },
      { endpointId, eventTypes: { types: [] }, description: undefined, projectId: undefined },
    ]);
  });
});

describe('deliveries', () => {
  it('are filtered by endpoint, event and status', async () => {
    const query = `endpoint_id=${testEndpoint.id}&event_id=evt_1&status=failed&limit=7`;
    const answer = await ask('GET', `/webhook-deliveries?${query}`);
    expect(answer.json()).toMatchObject({ object: 'list', data: [{ id: testDelivery.id }], has_more: false });
    const filter = { endpointId: testEndpoint.id, eventId: 'evt_1', state: WebhookDeliveryState.FAILED };
    expect(webhooks.asked).toEqual([{ ...filter, beforeId: '', limit: 8 }]);
  });

  it('are shown with their attempts', async () => {
    const answer = await ask('GET', `/webhook-deliveries/${testDelivery.id}`);
    expect(answer.json()).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1, duration_ms: 84, response_status: 204, error: null, response_body: '' }],
    });
  });
});
