/** One service, as data: the single source for everything that starts, bundles, packages or calls services. */
export interface Service {
  name: string;
  /** What it owns, in words: for the table of services. */
  owns: string;
  /** The services it calls; they accept its token, and it is configured with their addresses. */
  calls: readonly string[];
  /** It has a database of its own, `rotamer_<name>`. */
  database: boolean;
  /** It serves gRPC. */
  grpc: boolean;
  /** It serves HTTP to users. */
  http?: true;
  /** It publishes, handles or tails events. */
  bus: boolean;
  /** It publishes its changes on `<name>.events.v1`. */
  publishes?: true;
  /** The services whose events it handles, as a consumer group. */
  handles?: readonly string[];
  /** It has keys to the blob store. `folder`: it reaches the store where that is a folder of its machine, and has no keys. */
  blobs: boolean | 'folder';
  /** It has the secret of links to shared jobs. */
  shares?: true;
  /** It grants leases, and knows the secret of their tokens. */
  leases?: true;
  /** It sends mail. */
  mails?: true;
  /** The admin commands call it. */
  operated?: true;
  /** The option of `npm start` for its number of processes. */
  replicas: string;
  /** Sources that it starts as a thread or a process, besides `src/main.ts`; relative to the root of the repository. */
  programs?: readonly string[];
}

/** Every service, each before its callers. They start together and stop in reverse order. */
export const services: readonly Service[] = [
  {
    name: 'billing',
    owns: 'workspaces, plans, limits, the credit ledger',
    calls: [],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    blobs: false,
    operated: true,
    replicas: 'billing',
  },
  {
    name: 'files',
    owns: 'file library, collections, uploads, storage quota',
    calls: [],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    handles: ['jobs'],
    blobs: true,
    operated: true,
    replicas: 'files',
  },
  {
    name: 'jobs',
    owns: 'tool catalogue, quotes, job life, leases, results, sharing and its mails',
    calls: ['billing', 'files'],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    blobs: true,
    shares: true,
    leases: true,
    mails: true,
    operated: true,
    replicas: 'jobs',
    programs: ['services/jobs/src/catalogue/checkWorker.ts', 'tools/shared/rdkit/worker.ts'],
  },
  {
    name: 'workflows',
    owns: 'workflows, revisions, runs, attempts, curation',
    calls: ['billing', 'jobs', 'files'],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    handles: ['jobs', 'billing', 'gateway'],
    blobs: true,
    operated: true,
    replicas: 'workflows',
  },
  {
    name: 'projects',
    owns: 'projects, moves between them, their deletion',
    calls: ['workflows', 'jobs', 'files'],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    blobs: false,
    operated: true,
    replicas: 'projects',
  },
  {
    name: 'gateway',
    owns: 'users, roles, API keys',
    calls: ['jobs', 'billing', 'files', 'projects', 'workflows'],
    database: true,
    grpc: true,
    http: true,
    bus: true,
    publishes: true,
    blobs: true,
    shares: true,
    operated: true,
    replicas: 'gateways',
    programs: ['packages/inspection/src/thread/worker.ts'],
  },
  {
    name: 'runner',
    owns: 'nothing',
    calls: ['jobs'],
    database: false,
    grpc: false,
    bus: false,
    blobs: 'folder',
    replicas: 'runners',
    programs: [
      'services/runner/src/child/main.ts',
      'services/runner/src/child/probe.ts',
      'services/runner/src/pods/podMain.ts',
      'tools/shared/rdkit/worker.ts',
      'tools/shared/conformers/conformerWorker.ts',
    ],
  },
];

/** The name under which `npm run admin` calls services. */
export const operator = 'operator';

/** The database of the embedded bus. */
export const busDatabase = 'rotamer_bus';

/** How long events are kept for consumers that were down. */
export const eventRetentionDays = 7;

/** @throws Error when there is no such service. */
export function serviceNamed(name: string): Service {
  const service = services.find((one) => one.name === name);
  if (!service) throw new Error(`deploy/services.ts has no service ${name}`);
  return service;
}

/** The database of a service. */
export function databaseOf(service: string): string {
  return `rotamer_${service}`;
}

/** The variable with the address of a service, for its callers and the admin command. */
export function addressVariable(service: string): string {
  return `ROTAMER_${service.toUpperCase()}_ADDRESS`;
}

/** Names of all callers whose token a service accepts. */
export function callersOf(service: string): string[] {
  return [...services.filter(({ calls }) => calls.includes(service)).map(({ name }) => name), operator];
}

/** Every topic, and the services that handle its events as a group; the gateway only tails. */
export function eventTopics(): { topic: string; groups: string[] }[] {
  return services
    .filter(({ publishes }) => publishes)
    .map(({ name }) => ({
      topic: `${name}.events.v1`,
      groups: services.filter(({ handles = [] }) => handles.includes(name)).map((service) => service.name),
    }));
}

/** The main file of a service, relative to the root of the repository. */
export function mainOf(service: string): string {
  return `services/${service}/src/main.ts`;
}

/** All sources that are started as a process or a thread. */
export function programsOf(some: readonly Service[]): string[] {
  return [...new Set(some.flatMap(({ name, programs = [] }) => [mainOf(name), ...programs]))];
}
