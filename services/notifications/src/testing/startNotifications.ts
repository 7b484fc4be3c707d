import { join } from 'node:path';
import { type Clock, systemClock } from '@rotamer/kit/clock.ts';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { EventsDefinition } from '@rotamer/proto/notifications/v1/events.ts';
import { MailsDefinition } from '@rotamer/proto/notifications/v1/mails.ts';
import { WebhooksDefinition } from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { Deps } from '../deps.ts';
import { rpcTable } from '../rpcTable.ts';

const service = join(import.meta.dirname, '../..');

/** Creates a database with the tables of notifications. */
export function notificationsDatabase() {
  return serviceDatabase(service);
}

/** Starts notifications on a free port over a new database, without its bus and loops. It is stopped when the test has finished. */
export async function startNotifications({ clock = systemClock }: { clock?: Clock } = {}) {
  const { db, url } = await notificationsDatabase();
  const deps: Deps = {
    db,
    clock,
    signals: { send: () => {} },
    eventRetentionDays: 30,
    webhookSecret: 'a secret of the tests',
    allow: readAllowList('127.0.0.1'),
  };
  const server = await serveRpcTable(rpcTable(deps));
  return {
    db,
    url,
    deps,
    address: server.address,
    events: server.ask(EventsDefinition, 'gateway'),
    webhooks: server.ask(WebhooksDefinition, 'gateway'),
    mails: server.ask(MailsDefinition, 'gateway'),
  };
}
