import { join } from 'node:path';
import { type Service, services } from '@rotamer/deploy/services.ts';
import { logFile, mainFile } from '../folder/paths.ts';
import { type Replica, type StackSetup, serviceEnvironment } from '../settings/serviceEnvironment.ts';
import { type SupervisedService, type SupervisorEvents, superviseService } from './superviseService.ts';

/** One supervised process of the stack and its address, `host:port`: of gRPC, or else of HTTP; null when it is never called. */
export interface Part {
  process: SupervisedService;
  address: string | null;
}

/**
 * Starts all replicas of all services together, as a cluster does, and adds those that became ready to `parts`. A service becomes
 * ready without the services that it calls.
 *
 * @throws the error of the first service that failed to start, once all services are ready or have exited.
 */
export async function startServices(
  replicas: Record<string, Replica[]>,
  setup: StackSetup,
  events: SupervisorEvents,
  parts: Part[],
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const results = await Promise.allSettled(
    services.flatMap((row) => replicas[row.name]!.map((replica) => startReplica(row, replica, setup, events))),
  );
  parts.push(...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  signal?.throwIfAborted();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

const NO_SANDBOX =
  'Warning: bubblewrap does not work on this machine, so tools run with network access and can see other processes ' +
  '(ROTAMER_SANDBOX=group). This is fine for trying out Rotamer; install bubblewrap before other people submit jobs.';

/** Returns whether a service failed for lack of a sandbox, which a first-time user may not have. A configured one must work. */
function findsNoSandbox(error: Error, env: Record<string, string>): boolean {
  return env.ROTAMER_SANDBOX === undefined && error.message.includes("ROTAMER_SANDBOX: 'auto' does not work");
}

async function startReplica(
  row: Service,
  replica: Replica,
  setup: StackSetup,
  events: SupervisorEvents,
): Promise<Part> {
  const spec = {
    name: row.name,
    main: join(setup.bundles[row.name]!, mainFile(row.name)),
    env: serviceEnvironment(row, replica, setup),
    logFile: logFile(setup.paths, row.name),
  };
  const start = () => superviseService(spec, events);
  const process = await start().catch(async (error: Error) => {
    if (!findsNoSandbox(error, spec.env)) throw error;
    setup.warn(NO_SANDBOX);
    spec.env.ROTAMER_SANDBOX = 'group';
    return start();
  });
  return { process, address: replica.grpc ?? replica.http ?? null };
}

/** Prometheus stops first, so that it sees no service die. Callers stop before the services they call; other servers are last. */
const stopOrder = ['prometheus', ...services.map(({ name }) => name).reverse(), 'kafka', 's3', 'postgres'];

/** Drains and stops all parts in order. */
export async function stopParts(parts: Part[]): Promise<void> {
  for (const name of stopOrder) {
    await Promise.all(parts.filter((part) => part.process.name === name).map((part) => part.process.stop()));
  }
}
