/** The data of one service: the single source for everything that starts, bundles, packages or calls services. */
export interface Service {
  name: string;
  /** The data that the service owns, for the table of services. */
  owns: string;
  /** The services that it calls. They accept its token, and it is configured with their addresses. */
  calls: readonly string[];
  /** Whether it has its own database, `rotamer_<name>`. */
  database: boolean;
  /** Whether it serves gRPC. */
  grpc: boolean;
  /** Whether it serves HTTP to users. */
  http?: true;
  /** Whether it calls the public API, at the address of the gateway. */
  gateway?: true;
  /** Whether users reach its HTTP through the gateway, which passes on its pages. */
  behindGateway?: true;
  /** Whether it publishes, handles or tails events. */
  bus: boolean;
  /** Whether it publishes its changes on `<name>.events.v1`. */
  publishes?: true;
  /** The services whose events it handles, as a consumer group. */
  handles?: readonly string[];
  /** Its further consumer groups, each with the services whose events it handles. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Whether it has keys to the blob store. `folder`: it has no keys, but can reach a store that is a folder on its machine. */
  blobs: boolean | 'folder';
  /** Whether it reads the folder of reference data. */
  datasets?: true;
  /** Whether it has the secret of links to shared jobs. */
  shares?: true;
  /** Whether it grants leases, and has the secret of their tokens. */
  leases?: true;
  /** Whether it sends webhooks, and has the secret of their signatures. */
  webhooks?: true;
  /** Whether it sends mail. */
  mails?: true;
  /** Whether the admin commands call it. */
  operated?: true;
  /** The option of `npm start` for its number of processes. */
  replicas: string;
  /** Sources that run as a thread or a process, besides `src/main.ts`; relative to the root of the repository. */
  programs?: readonly string[];
}

/** Every service, listed before its callers. Services start together and stop in reverse order. */
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
    name: 'notifications',
    owns: 'the feed of events of each workspace, webhooks, mails about events',
    calls: [],
    database: true,
    grpc: true,
    bus: true,
    publishes: true,
    handles: ['jobs', 'workflows', 'files', 'projects', 'billing'],
    groups: { mails: ['jobs', 'workflows', 'billing', 'notifications'] },
    blobs: false,
    shares: true,
    webhooks: true,
    mails: true,
    replicas: 'notifications',
  },
  {
    name: 'gateway',
    owns: 'users, roles, API keys, mails that sign in or invite',
    calls: ['jobs', 'billing', 'files', 'projects', 'workflows', 'notifications'],
    database: true,
    grpc: true,
    http: true,
    bus: true,
    publishes: true,
    blobs: true,
    shares: true,
    mails: true,
    operated: true,
    replicas: 'gateways',
    programs: ['packages/inspection/src/thread/worker.ts'],
  },
  {
    name: 'compat',
    owns: 'nothing',
    calls: [],
    database: false,
    grpc: false,
    http: true,
    gateway: true,
    bus: false,
    blobs: false,
    replicas: 'compat',
  },
  {
    name: 'console',
    owns: 'nothing',
    calls: [],
    database: false,
    grpc: false,
    http: true,
    gateway: true,
    behindGateway: true,
    bus: false,
    blobs: false,
    replicas: 'console',
  },
  {
    name: 'runner',
    owns: 'nothing',
    calls: ['jobs'],
    database: false,
    grpc: false,
    bus: false,
    blobs: 'folder',
    datasets: true,
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

/** How long events are kept for consumers that are down, in days. */
export const eventRetentionDays = 7;

/** @throws Error when the service does not exist. */
export function serviceNamed(name: string): Service {
  const service = services.find((one) => one.name === name);
  if (!service) throw new Error(`deploy/services.ts has no service ${name}`);
  return service;
}

/** The database of a service. */
export function databaseOf(service: string): string {
  return `rotamer_${service}`;
}

/** Returns the variable with the address of a service, for its callers and the admin commands. */
export function addressVariable(service: string): string {
  return `ROTAMER_${service.toUpperCase()}_ADDRESS`;
}

/** Returns the names of all callers whose token a service accepts. */
export function callersOf(service: string): string[] {
  return [...services.filter(({ calls }) => calls.includes(service)).map(({ name }) => name), operator];
}

/** Returns every topic, with the services that handle its events as a group. */
export function eventTopics(): { topic: string; groups: string[] }[] {
  return services
    .filter(({ publishes }) => publishes)
    .map(({ name }) => ({
      topic: `${name}.events.v1`,
      groups: services.flatMap((service) =>
        Object.entries({ [service.name]: service.handles ?? [], ...service.groups })
          .filter(([, handles]) => handles.includes(name))
          .map(([group]) => group),
      ),
    }));
}

/** The main file of a service, relative to the root of the repository. */
export function mainOf(service: string): string {
  return `services/${service}/src/main.ts`;
}

/** Returns all sources that run as a process or a thread. */
export function programsOf(some: readonly Service[]): string[] {
  return [...new Set(some.flatMap(({ name, programs = [] }) => [mainOf(name), ...programs]))];
}
