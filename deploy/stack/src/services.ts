/** One service of the stack, as data: what it needs decides its environment. */
export interface ServiceRow {
  name: string;
  /** It has a database of its own, `rotamer_<name>`. */
  database: boolean;
  /** It answers gRPC. */
  grpc: boolean;
  /** It tells or hears events. */
  bus: boolean;
  /** It touches the blob store. */
  blobs: boolean;
  /** It knows the secret of links to shared jobs. */
  shares?: true;
  /** It sends mails. */
  mails?: true;
  /** The services it asks; they accept its token, and it is told their addresses. */
  calls: string[];
}

/** Every service, in start order: whoever is called comes before its callers. */
export const services: ServiceRow[] = [
  { name: 'billing', database: true, grpc: true, bus: true, blobs: false, calls: [] },
  { name: 'files', database: true, grpc: true, bus: true, blobs: true, calls: [] },
  {
    name: 'jobs',
    database: true,
    grpc: true,
    bus: true,
    blobs: true,
    shares: true,
    mails: true,
    calls: ['billing', 'files'],
  },
  {
    name: 'gateway',
    database: true,
    grpc: true,
    bus: true,
    blobs: true,
    shares: true,
    calls: ['jobs', 'billing', 'files'],
  },
  { name: 'runner', database: false, grpc: false, bus: false, blobs: true, calls: ['jobs'] },
];

/** The name under which `npm run admin` calls services. */
export const operator = 'operator';

/** The database of the embedded bus. */
export const busDatabase = 'rotamer_bus';

/** The database of a service. */
export function databaseOf(service: string): string {
  return `rotamer_${service}`;
}

/** Names of everybody whose token a service accepts. */
export function callersOf(service: string): string[] {
  return [...services.filter((row) => row.calls.includes(service)).map((row) => row.name), operator];
}
