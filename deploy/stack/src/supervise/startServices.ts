import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, services, startStages } from '@rotamer/deploy/services.ts';
import { logFile, mainFile } from '../folder/paths.ts';
import { type Replica, type StackSetup, serviceEnvironment } from '../settings/serviceEnvironment.ts';
import { type SupervisedService, type SupervisorEvents, superviseService } from './superviseService.ts';

/** One supervised process of the stack and where it answers, `host:port`; null when it is never called. */
export interface Part {
  process: SupervisedService;
  address: string | null;
}

/** Before a port that was taken is tried once more. */
const PORT_PAUSE_MS = 1_000;

/**
 * Starts all replicas of all services, stage by stage, and adds those that became ready to `parts`.
 *
 * @throws what the first one said that did not start, once all of its stage are ready or ended.
 */
export async function startServices(
  replicas: Record<string, Replica[]>,
  setup: StackSetup,
  events: SupervisorEvents,
  parts: Part[],
  signal?: AbortSignal,
): Promise<void> {
  for (const stage of startStages()) {
    signal?.throwIfAborted();
    const results = await Promise.allSettled(
      stage.flatMap((row) => replicas[row.name]!.map((replica) => startReplica(row, replica, setup, events))),
    );
    parts.push(...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

async function startReplica(
  row: Service,
  replica: Replica,
  setup: StackSetup,
  events: SupervisorEvents,
): Promise<Part> {
  const spec = {
    name: row.name,
    main: join(setup.bundles, mainFile(row.name)),
    env: serviceEnvironment(row, replica, setup),
    logFile: logFile(setup.paths, row.name),
  };
  const start = () => superviseService(spec, events);
  const process = await start().catch(async (error: Error) => {
    // The port was free when it was chosen; somebody else may have tried it at the same moment.
    if (!error.message.includes('EADDRINUSE')) throw error;
    await sleep(PORT_PAUSE_MS);
    return start();
  });
  return { process, address: replica.grpc ?? null };
}

/** Who starts work stops first, and nobody loses a neighbour it still needs; servers are last. */
const stopOrder = [...services.map(({ name }) => name).reverse(), 'kafka', 's3', 'postgres'];

/** Drains and stops all parts in order. */
export async function stopParts(parts: Part[]): Promise<void> {
  for (const name of stopOrder) {
    await Promise.all(parts.filter((part) => part.process.name === name).map((part) => part.process.stop()));
  }
}
