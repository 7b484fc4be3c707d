import { eventually } from '@rotamer/kit/testing/eventually.ts';
import {
  WebhookDeliveryState,
  WebhookDisabledReason,
  WebhookEndpointState,
} from '@rotamer/proto/notifications/v1/webhooks.ts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type Answer, status } from './testing/receiver.ts';
import { webhookWorld } from './testing/webhookWorld.ts';

describe('an event', () => {
  it('is delivered with a signature that another library verifies', async () => {
    const world = await webhookWorld();
    const receiver = await world.receiver((_, response) => void response.writeHead(200).end('thanks'));
    const { id: endpointId, secret } = await world.endpoint(receiver.url);
    world.deliver();
    const [event] = await world.publish({
      resourceId: 'job_1',
      type: 'job.completed',
      data: { object: 'job', name: 'é\u2028' },
    });
    await eventually(async () => (await world.states()).delivered === 1);
    const [one] = receiver.received;
    const verified = new Webhook(secret).verify(one!.body, one!.headers as Record<string, string>);
    expect(verified).toMatchObject({
      id: event!.id,
      object: 'event',
      type: 'job.completed',
      data: { name: 'é\u2028' },
    });
    expect(one!.id).toBe(event!.id);
    const { deliveries } = await world.webhooks.listDeliveries({ endpointId, limit: 10 }, world.scope);
    const delivery = await world.webhooks.getDelivery({ deliveryId: deliveries[0]!.id }, world.scope);
    expect(delivery).toMatchObject({ eventId: event!.id, state: WebhookDeliveryState.DELIVERED, attempts: 1 });
    expect(delivery.endedAttempts).toMatchObject([{ number: 1, status: 200, answer: 'thanks' }]);
  });

  it('goes to the endpoints that want its type and project, and to no other workspace', async () => {
    const world = await webhookWorld();
    const other = { caller: { ...world.scope.caller, workspaceId: 'ws_other' } };
    const [all, ends, project, foreign] = await Promise.all([1, 2, 3, 4].map(() => world.receiver()));
    const projectId = 'proj_01kjmma2g0e9dtsezyywpss2bm';
    await world.endpoint(all!.url);
    await world.endpoint(ends!.url, { eventTypes: ['job.completed'] });
    await world.endpoint(project!.url, { projectId });
    await world.endpoint(foreign!.url, {}, other);
    world.deliver();
    await world.publish(
      { resourceId: 'job_1', type: 'job.created' },
      { resourceId: 'job_1', type: 'job.completed' },
      { resourceId: 'job_2', type: 'job.created', projectId },
    );
    await eventually(async () => (await world.states()).delivered === 5);
    const got = ({ received }: typeof all & {}) =>
      received.map(({ event }) => `${event.resource.id} ${event.type}`).sort();
    expect(got(all!)).toEqual(['job_1 job.completed', 'job_1 job.created', 'job_2 job.created']);
    expect(got(ends!)).toEqual(['job_1 job.completed']);
    expect(got(project!)).toEqual(['job_2 job.created']);
    expect(got(foreign!)).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['answers 500', status(500)],
    ['answers 301', status(301, { location: 'https://example.org/' })],
    ['hangs', () => {}],
    ['dies', (_, response) => void response.destroy()],
  ])('is sent again under the same id to a receiver that %s', async (_, answer) => {
    const world = await webhookWorld({ totalMs: 300 });
    const receiver = await world.receiver(answer);
    await world.endpoint(receiver.url);
    world.deliver();
    const [event] = await world.publish({ resourceId: 'job_1' });
    await eventually(async () => (await attempts(world)) === 1);
    receiver.answer = status(204);
    await world.makeDue();
    await eventually(async () => (await world.states()).delivered === 1);
    expect(receiver.received.map(({ id }) => id)).toEqual([event!.id, event!.id]);
  });

  it('is given up after three days of failures, and the next of its resource follows', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const world = await webhookWorld({ clock: () => now });
    const receiver = await world.receiver(status(500));
    await world.endpoint(receiver.url);
    const [first] = await world.publish({ resourceId: 'job_1' }, { resourceId: 'job_1' });
    world.deliver();
    let seen = 0;
    while ((await world.states()).failed !== 2) {
      await eventually(async () => receiver.received.length > seen || (await world.states()).failed === 2);
      await eventually(async () => (await attempts(world)) === receiver.received.length);
      // Counted before the clock goes on, because the next attempt may be sent at once.
      seen = receiver.received.length;
      now = await world.nextDue();
    }
    const firsts = receiver.received.filter(({ id }) => id === first!.id).length;
    expect(firsts).toBeGreaterThan(8);
    expect(receiver.received.findIndex(({ id }) => id !== first!.id)).toBe(firsts);
    expect(await world.states()).toEqual({ failed: 2 });
  });

  it('waits for earlier events of its resource, and not for those of others', async () => {
    const world = await webhookWorld();
    const receiver = await world.receiver(({ event }, response) => {
      response.writeHead(event.resource.id === 'job_1' && receiver.received.length < 5 ? 503 : 200).end();
    });
    await world.endpoint(receiver.url);
    world.deliver();
    const [first, second] = await world.publish(
      { resourceId: 'job_1' },
      { resourceId: 'job_1' },
      { resourceId: 'job_2' },
    );
    await eventually(async () => (await world.states()).delivered === 1);
    const [third] = await world.publish({ resourceId: 'job_1' });
    await eventually(async () => {
      await world.makeDue();
      return (await world.states()).delivered === 4;
    });
    const order = receiver.received.filter(({ event }) => event.resource.id === 'job_1').map(({ id }) => id);
    expect([...new Set(order)]).toEqual([first!.id, second!.id, third!.id]);
    expect(order.lastIndexOf(first!.id)).toBeLessThan(order.indexOf(second!.id));
  });
});

describe('an endpoint', () => {
  it('that hangs delays no other', async () => {
    const world = await webhookWorld({ totalMs: 20_000 });
    const [slow, quick] = [await world.receiver(() => {}), await world.receiver()];
    await world.endpoint(slow.url);
    world.deliver();
    await world.publish(...Array.from({ length: 200 }, (_, n) => ({ resourceId: `job_${n}` })));
    await eventually(() => slow.received.length >= 8);
    await world.endpoint(quick.url);
    await world.publish(...Array.from({ length: 100 }, (_, n) => ({ resourceId: `job_q${n}` })));
    await eventually(() => quick.received.length === 100, 10_000);
    expect(slow.received.length).toBeLessThan(16);
    await slow.stop();
  });

  it('that answers 410 is disabled at once, gets nothing more, and its admins are notified', async () => {
    const world = await webhookWorld();
    const receiver = await world.receiver(status(410));
    const { id: endpointId } = await world.endpoint(receiver.url);
    await world.publish({ resourceId: 'job_1' }, { resourceId: 'job_1' }, { resourceId: 'job_1' });
    world.deliver();
    await eventually(async () => (await world.states()).failed === 3);
    await world.publish({ resourceId: 'job_2' });
    expect(receiver.received).toHaveLength(1);
    expect(await world.states()).toEqual({ failed: 3 });
    expect(await world.webhooks.getEndpoint({ endpointId }, world.scope)).toMatchObject({
      state: WebhookEndpointState.DISABLED,
      disabledReason: WebhookDisabledReason.GONE,
    });
    const { rows } = await world.db.query(`select type from outbox where type like 'WEBHOOK%'`);
    expect(rows).toEqual([{ type: 'WEBHOOK_EVENT_TYPE_ENDPOINT_DISABLED' }]);
  });

  it('that has failed under an earlier release, which recorded no last failure, starts again with a success', async () => {
    const world = await webhookWorld();
    const receiver = await world.receiver();
    await world.endpoint(receiver.url);
    await world.db.query(`update webhook_endpoints set failing_since = now() - interval '8 days'`);
    world.deliver();
    await world.publish({ resourceId: 'job_1' });
    await eventually(async () => (await world.states()).delivered === 1);
    const { rows } = await world.db.query('select failing_since from webhook_endpoints');
    expect(rows).toEqual([{ failing_since: null }]);
  });

  it('is tested, rotated, disabled, enabled, replayed and deleted', async () => {
    const world = await webhookWorld();
    const receiver = await world.receiver();
    const { id: endpointId, secret: former } = await world.endpoint(receiver.url, { eventTypes: ['job.failed'] });
    world.deliver();
    const test = await world.webhooks.testEndpoint({ endpointId }, world.scope);
    await eventually(async () => (await world.states()).delivered === 1);
    expect(receiver.received[0]).toMatchObject({
      id: test.eventId,
      event: { type: 'webhook.test', resource: { type: 'webhook_endpoint', id: endpointId } },
    });

    const { secret } = await world.webhooks.rotateSecret({ endpointId }, world.scope);
    await world.webhooks.replayDelivery({ deliveryId: test.id }, world.scope);
    await eventually(() => receiver.received.length === 2);
    const again = receiver.received[1]!;
    expect(again.id).toBe(test.eventId);
    for (const one of [former, secret])
      expect(new Webhook(one).verify(again.body, again.headers as Record<string, string>)).toBeTruthy();
    expect(secret).not.toBe(former);

    await eventually(async () => (await world.states()).delivered === 1);
    await world.webhooks.updateEndpoint({ endpointId, enabled: false }, world.scope);
    const refused = { code: 'conflict', details: { reason: 'endpoint_disabled' } };
    await expect(world.webhooks.testEndpoint({ endpointId }, world.scope)).rejects.toMatchObject(refused);
    await expect(world.webhooks.replayDelivery({ deliveryId: test.id }, world.scope)).rejects.toMatchObject(refused);
    const enabled = await world.webhooks.updateEndpoint(
      { endpointId, enabled: true, eventTypes: { types: [] } },
      world.scope,
    );
    expect(enabled).toMatchObject({ state: WebhookEndpointState.ENABLED, disabledReason: undefined, eventTypes: [] });

    await world.webhooks.deleteEndpoint({ endpointId }, world.scope);
    await expect(world.webhooks.getEndpoint({ endpointId }, world.scope)).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.states()).toEqual({});
  });

  it('is refused beyond 20, with an inner address, and to other workspaces', async () => {
    const world = await webhookWorld();
    const foreign = { caller: { ...world.scope.caller, workspaceId: 'ws_other' } };
    await expect(world.endpoint('http://169.254.169.254/')).rejects.toMatchObject({ code: 'validation_error' });
    const created = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => world.endpoint(`https://example.org/${n}`)),
    );
    expect(created.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(20);
    const { endpoints } = await world.webhooks.listEndpoints({}, world.scope);
    expect(endpoints).toHaveLength(20);
    const [{ id: endpointId }] = endpoints as [(typeof endpoints)[0]];
    const { getEndpoint, updateEndpoint, rotateSecret, testEndpoint, deleteEndpoint } = world.webhooks;
    for (const call of [getEndpoint, updateEndpoint, rotateSecret, testEndpoint, deleteEndpoint])
      await expect(call({ endpointId }, foreign)).rejects.toMatchObject({ code: 'not_found' });
    expect((await world.webhooks.listEndpoints({}, foreign)).endpoints).toEqual([]);
  });
});

async function attempts({ db }: Awaited<ReturnType<typeof webhookWorld>>): Promise<number> {
  const { rows } = await db.query('select count(*)::int as n from webhook_attempts');
  return rows[0].n;
}
