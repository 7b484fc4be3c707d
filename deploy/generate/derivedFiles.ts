import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { addressVariable, busDatabase, callersOf, databaseOf, operator, type Service, services } from '../services.ts';
import { fillRegions } from './regions.ts';
import { settingsTable } from './settingsTable.ts';

const root = join(import.meta.dirname, '../..');

type Regions = Record<string, string[]>;

const withDatabase = services.filter(({ database }) => database);

/** The regions that are generated from deploy/services.ts and from the services' config schemas, by file. */
const derived: Record<string, Regions> = {
  'deploy/compose.yaml': composeRegions(),
  'deploy/compose/databases.sql': { databases: withDatabase.map(({ name }) => createDatabase(databaseOf(name))) },
  'deploy/kind/neighbours.yaml': {
    databases: [busDatabase, ...withDatabase.map(({ name }) => databaseOf(name))].map(createDatabase),
  },
  'deploy/kind/connections.yaml': { databases: connections() },
  'charts/rotamer/values.yaml': Object.fromEntries(services.map((service) => [service.name, chartRow(service)])),
  'services/README.md': { services: table() },
  'docs/settings.md': { settings: await settingsTable() },
};

/** A file with generated regions, and the text that it should have. */
export interface DerivedFile {
  path: string;
  text: string;
}

/** Returns every file with generated regions, with the text that they should have. */
export function derivedFiles(): DerivedFile[] {
  return Object.entries(derived).map(([path, regions]) => ({
    path,
    text: fillRegions(readFileSync(join(root, path), 'utf8'), regions),
  }));
}

/** Writes the generated regions of all files. */
export function writeDerivedFiles(): void {
  for (const { path, text } of derivedFiles()) writeFileSync(join(root, path), text);
}

function createDatabase(name: string): string {
  return `create database ${name};`;
}

/** Returns a token or secret for local use. */
function localToken(name: string): string {
  return `rotamer-compose-${name}`;
}

function composeRegions(): Regions {
  const addresses = services.filter(({ grpc }) => grpc).map(({ name }) => `${addressVariable(name)}: ${name}:9000`);
  const perService = services.flatMap((service) => [
    [`environment of ${service.name}`, composeEnvironment(service)],
    [
      `dependencies of ${service.name}`,
      dependenciesOf(service).map((peer) => `${peer}: { condition: service_healthy }`),
    ],
  ]);
  return { addresses, ...Object.fromEntries(perService.filter(([, lines]) => lines!.length > 0)) };
}

/** Returns the services that must be healthy before a service starts. */
function dependenciesOf({ calls, gateway }: Service): string[] {
  return [...calls, ...(gateway ? ['gateway'] : [])];
}

function composeEnvironment({
  name,
  database,
  calls,
  http,
  gateway,
  shares,
  leases,
  webhooks,
  grpc,
}: Service): string[] {
  const url = `postgres://rotamer:rotamer-compose@postgres/${databaseOf(name)}`;
  const callers = callersOf(name).map((caller) => `${caller}:${peerHash(localToken(caller))}`);
  return [
    ...(database ? [`ROTAMER_POSTGRES_URL: ${url}`] : []),
    ...(http ? ['ROTAMER_HTTP_LISTEN: 0.0.0.0:8080'] : []),
    ...(gateway ? ['ROTAMER_GATEWAY_URL: http://gateway:8080'] : []),
    ...(name === 'gateway' ? ['ROTAMER_CONSOLE_URL: http://console:8080'] : []),
    ...(calls.length > 0 ? [`ROTAMER_SERVICE_TOKEN: ${localToken(name)}`] : []),
    ...(leases ? [`ROTAMER_LEASE_SECRET: ${localToken('lease')}`] : []),
    ...(webhooks ? [`ROTAMER_WEBHOOK_SECRET: ${localToken('webhook')}`] : []),
    ...(shares ? [`ROTAMER_SHARE_SECRET: ${localToken('share')}`] : []),
    // The form is name:sha256 of the token.
    ...(grpc
      ? ['ROTAMER_CALLERS: >-', ...callers.map((caller, n) => `  ${caller}${n < callers.length - 1 ? ',' : ''}`)]
      : []),
  ];
}

function connections(): string[] {
  const url = (database: string) => `postgres://rotamer:rotamer-dev@postgres.rotamer-neighbours.svc/${database}`;
  return [
    `bus-url: ${url(busDatabase)}`,
    ...withDatabase.map(({ name }) => `${name}-postgres-url: ${url(databaseOf(name))}`),
  ];
}

/** The facts about a service that the chart's templates use. */
function chartRow({ name, owns, replicas, programs, groups, ...facts }: Service): string[] {
  return Object.entries(facts).map(
    ([fact, value]) => `${fact}: ${Array.isArray(value) ? `[${value.join(', ')}]` : value}`,
  );
}

/** The table of services, for readers. */
function table(): string[] {
  const cell = (items: string[]) => (items.length > 0 ? items.join(', ') : '–');
  const rows = services.map(
    ({ name, owns, calls, http, gateway, behindGateway, blobs, bus, publishes, handles = [], groups = {} }) => {
      const callers = callersOf(name).filter((caller) => caller !== operator);
      const users = behindGateway ? 'everyone, through the gateway' : 'everyone, over HTTP';
      const handled = new Set([...handles, ...Object.values(groups).flat()]);
      const topics = [...handled].map((publisher) => `\`${publisher}.events.v1\``);
      return [
        `[${name}](${name}/README.md)`,
        owns,
        http ? users : cell(callers),
        cell([...calls, ...(gateway ? ['gateway, over HTTP'] : []), ...(blobs ? ['the blob store'] : [])]),
        publishes ? `\`${name}.events.v1\`` : '–',
        // Event streams of users tail the events of jobs.
        cell([...topics, ...(bus && http ? ['tails `jobs.events.v1`'] : [])]),
      ];
    },
  );
  const head = ['Service', 'Owns', 'Called by', 'Calls', 'Publishes', 'Handles'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
