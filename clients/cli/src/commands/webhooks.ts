import type { WebhookDelivery, WebhookEndpoint, WebhookEndpointUpdateRequest } from '@rotamer/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

interface Settings {
  url?: string;
  description?: string;
  events?: string;
  project?: string;
  allProjects?: true;
}

/** webhooks list, show, create, update, enable, disable, rotate-secret, test, delete, deliveries, delivery, replay. */
export function addWebhooks(program: Command, act: Act): void {
  const group = program.command('webhooks').description('events of the workspace, sent to URLs of yours');
  const settings = (command: Command) =>
    command
      .option('--description <text>')
      .option('--events <types>', 'only these types, separated by commas; all: every type')
      .option('--project <id>', 'only events of this project');
  group.command('list').description('list endpoints').action(act(list));
  group.command('show').description('show an endpoint').argument('<endpoint>').action(act(show));
  settings(group.command('create').description('create an endpoint, and show its secret').argument('<url>')).action(
    act(create),
  );
  settings(group.command('update').description('change an endpoint').argument('<endpoint>').option('--url <url>'))
    .option('--all-projects', 'events of all projects')
    .action(act(update));
  group.command('enable').description('send events again').argument('<endpoint>').action(act(enable));
  group.command('disable').description('send no more events').argument('<endpoint>').action(act(disable));
  group
    .command('rotate-secret')
    .description('replace the secret; the former one signs for a day more')
    .argument('<endpoint>')
    .action(act(rotateSecret));
  group.command('test').description('send an event webhook.test').argument('<endpoint>').action(act(test));
  group.command('delete').description('delete an endpoint').argument('<endpoint>').action(act(remove));
  group
    .command('deliveries')
    .description('list deliveries, newest first')
    .option('--endpoint <id>', 'only deliveries to this endpoint')
    .option('--event <id>', 'only deliveries of this event')
    .addOption(new Option('--status <status>').choices(['pending', 'delivered', 'failed']))
    .action(act(deliveries));
  group
    .command('delivery')
    .description('show a delivery with its attempts')
    .argument('<delivery>')
    .action(act(showDelivery));
  group.command('replay').description('send an event again').argument('<delivery>').action(act(replay));
}

async function list({ client, screen }: Context): Promise<void> {
  const endpoints = await client().webhooks.list({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const rows = endpoints.map(({ id, url, event_types: types, ...one }) => [id, url, typesOf(types), stateOf(one)]);
  screen.result(endpoints, () => table(['ENDPOINT', 'URL', 'EVENTS', 'STATE'], rows, screen.columns));
}

const typesOf = (types: readonly string[]) => (types.length > 0 ? types.join(',') : 'all');

function stateOf({ enabled, disabled_reason: reason, failing_since: since }: Partial<WebhookEndpoint>): string {
  if (!enabled) return `disabled (${reason})`;
  return since ? `failing since ${since}` : 'enabled';
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  showEndpoint(screen, await client().webhooks.get(id));
}

function showEndpoint(screen: Context['screen'], endpoint: WebhookEndpoint): void {
  screen.result(
    endpoint,
    () => words`${endpoint.id} ${stateOf(endpoint)}\n${endpoint.url}\nevents: ${typesOf(endpoint.event_types)}\n`,
  );
}

async function create({ client, screen }: Context, [url]: [string], flags: Settings): Promise<void> {
  const endpoint = await client().webhooks.create({ url, ...bodyOf(flags) });
  screen.result(
    endpoint,
    () => words`Created ${endpoint.id}. Its secret, which is shown only now:\n${endpoint.secret}\n`,
  );
}

async function update({ client, screen }: Context, [id]: [string], flags: Settings): Promise<void> {
  const { url } = flags;
  const body = { ...bodyOf(flags), ...(url !== undefined && { url }), ...(flags.allProjects && { project_id: null }) };
  showEndpoint(screen, await client().webhooks.update(id, body));
}

function bodyOf({ description, events, project }: Settings): Omit<WebhookEndpointUpdateRequest, 'url'> {
  const types = events === 'all' ? [] : events?.split(',');
  return {
    ...(description !== undefined && { description }),
    // The service refuses a type that does not exist, and names those that do.
    ...(types && { event_types: types as WebhookEndpointUpdateRequest['event_types'] }),
    ...(project !== undefined && { project_id: project }),
  };
}

async function enable({ client, screen }: Context, [id]: [string]): Promise<void> {
  showEndpoint(screen, await client().webhooks.update(id, { enabled: true }));
}

async function disable({ client, screen }: Context, [id]: [string]): Promise<void> {
  showEndpoint(screen, await client().webhooks.update(id, { enabled: false }));
}

async function rotateSecret({ client, screen }: Context, [id]: [string]): Promise<void> {
  const endpoint = await client().webhooks.rotateSecret(id);
  screen.result(endpoint, () => words`The new secret, which is shown only now:\n${endpoint.secret}\n`);
}

async function test({ client, screen }: Context, [id]: [string]): Promise<void> {
  const delivery = await client().webhooks.test(id);
  screen.result(delivery, () => words`Queued ${delivery.id}. See: rotamer webhooks delivery ${delivery.id}\n`);
}

async function remove({ client, screen }: Context, [id]: [string]): Promise<void> {
  const deletion = await client().webhooks.delete(id);
  screen.result(deletion, () => words`Deleted ${deletion.id}.\n`);
}

interface DeliveryFlags {
  endpoint?: string;
  event?: string;
  status?: WebhookDelivery['status'];
}

async function deliveries(
  { client, screen }: Context,
  _: [],
  { endpoint, event, status }: DeliveryFlags,
): Promise<void> {
  const filter = {
    ...(endpoint !== undefined && { endpoint_id: endpoint }),
    ...(event !== undefined && { event_id: event }),
    ...(status !== undefined && { status }),
  };
  const found = await client()
    .webhooks.listDeliveries({ limit: 100, ...filter })
    .take(100);
  const head = ['DELIVERY', 'EVENT', 'TYPE', 'STATUS', 'ATTEMPTS', 'CREATED'];
  screen.result(found, () => table(head, found.map(rowOf), screen.columns));
}

function rowOf(delivery: WebhookDelivery): string[] {
  const { id, event_id: event, event_type: type, status, attempt_count: attempts, created_at: created } = delivery;
  return [id, event, type, status, String(attempts), created];
}

async function showDelivery({ client, screen }: Context, [id]: [string]): Promise<void> {
  const delivery = await client().webhooks.getDelivery(id);
  const head = ['ATTEMPT', 'AT', 'MS', 'STATUS', 'ANSWER'];
  const rows = delivery.attempts.map((attempt) => [
    ...[String(attempt.number), attempt.at, String(attempt.duration_ms)],
    ...[String(attempt.response_status ?? attempt.error), attempt.response_body ?? ''],
  ]);
  screen.result(
    delivery,
    () => words`${delivery.id} ${delivery.event_type} ${delivery.status}\n` + table(head, rows, screen.columns),
  );
}

async function replay({ client, screen }: Context, [id]: [string]): Promise<void> {
  const delivery = await client().webhooks.replay(id);
  screen.result(delivery, () => words`Queued ${delivery.event_id} again.\n`);
}
