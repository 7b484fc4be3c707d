import { type Clock, systemClock } from '@rotamer/kit/clock.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { onTestFinished } from 'vitest';
import type { NewEvent } from '../../feed/newEvent.ts';
import { recordEvents } from '../../feed/recordEvents.ts';
import { startNotifications } from '../../testing/startNotifications.ts';
import { openSender } from '../sending/sender.ts';
import { startDelivering } from '../work/deliver.ts';
import { type Answer, startReceiver } from './receiver.ts';

/** A notifications service with its loop of deliveries, and functions that make events. */
export async function webhookWorld({ totalMs = 3_000, clock = systemClock }: { totalMs?: number; clock?: Clock } = {}) {
  const world = await startNotifications({ clock });
  const listeners: (() => void)[] = [];
  const signals = {
    send: () => {
      for (const listener of listeners) listener();
    },
    on: (_: string, listener: () => void) => {
      listeners.push(listener);
      return () => {};
    },
  };
  const deps = { ...world.deps, signals };
  const workspaceId = newId('ws', new Date());
  const scope = { caller: Caller.fromPartial({ workspaceId, userId: 'usr_test', role: 'admin' }) };
  let version = 0;

  return {
    ...world,
    deps,
    scope,
    workspaceId,
    /** Starts the loop of deliveries. It is stopped when the test has finished. */
    deliver({ leaseMs }: { leaseMs?: number } = {}) {
      const sender = openSender({ allow: deps.allow, totalMs, connectMs: 1_000 });
      const loop = startDelivering({ ...deps, sender, log: quietLog, random: () => 0.5, leaseMs, intervalMs: 50 });
      onTestFinished(async () => {
        await sender.close();
        await loop.stop();
      });
      return loop;
    },
    async receiver(answer?: Answer) {
      const receiver = await startReceiver(answer);
      onTestFinished(receiver.stop);
      return receiver;
    },
    /** Creates an endpoint. Returns its id and secret. */
    async endpoint(url: string, more: { eventTypes?: string[]; projectId?: string } = {}, by = scope) {
      const { endpoint, secret } = await world.webhooks.createEndpoint({ url, ...more }, by);
      return { id: endpoint!.id, secret };
    },
    /** Adds events to the feed, in this order: resource and type of each. */
    async publish(...events: (Partial<NewEvent> & Pick<NewEvent, 'resourceId'>)[]) {
      const now = clock();
      const all = events.map(
        (event): NewEvent => ({
          ...{ id: newId('evt', now), workspaceId, type: 'job.started', createdAt: now, resourceType: 'job' },
          ...{ version: ++version, data: { object: 'job', id: event.resourceId } },
          ...event,
        }),
      );
      return recordEvents(deps, all);
    },
    /** Makes everything due that waits for its next attempt. */
    async makeDue() {
      await world.db.query(`update webhook_deliveries set due_at = now() where due_at > now()`);
      signals.send();
    },
    /** Returns when the next attempt is due; the present time when none is. */
    async nextDue(): Promise<Date> {
      const { rows } = await world.db.query('select min(due_at) as at from webhook_deliveries');
      return rows[0].at ?? clock();
    },
    async states() {
      const { rows } = await world.db.query(
        'select state, count(*)::int as n from webhook_deliveries group by state order by state',
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
  };
}
