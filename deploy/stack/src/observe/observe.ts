import { type DataPaths, logFile } from '../folder/paths.ts';
import type { Replica } from '../settings/serviceEnvironment.ts';
import type { Part } from '../supervise/startServices.ts';
import { superviseServer } from '../supervise/superviseServer.ts';
import type { SupervisorEvents } from '../supervise/superviseService.ts';
import { type ServedDashboards, serveDashboards } from './serveDashboards.ts';
import { startPrometheus, type Target } from './startPrometheus.ts';

/** Starts Prometheus, which is added to `parts`, and serves the dashboards, which the caller must stop. */
export async function observe(
  paths: DataPaths,
  replicas: Record<string, Replica[]>,
  events: SupervisorEvents,
  parts: Part[],
): Promise<ServedDashboards> {
  const options = { folder: paths.prometheus, logFile: logFile(paths, 'prometheus'), targets: targetsOf(replicas) };
  const start = (port?: number) => startPrometheus({ ...options, port });
  const server = await superviseServer({ name: 'prometheus', start, killSignal: 'SIGKILL' }, events);
  const address = `127.0.0.1:${server.port}`;
  parts.push({ process: server, address });
  return serveDashboards(`http://${address}`);
}

function targetsOf(replicas: Record<string, Replica[]>): Target[] {
  return Object.entries(replicas).flatMap(([service, all]) =>
    all.map(({ metrics }, i) => ({ service, pod: `${service}-${i}`, address: metrics! })),
  );
}
