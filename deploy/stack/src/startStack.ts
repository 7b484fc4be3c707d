import { freshBundles } from '@rotamer/bundle/freshBundle.ts';
import { openClients } from './admin/clients.ts';
import { openDemoWorkspace } from './demo/openDemoWorkspace.ts';
import { lockDataFolder } from './folder/lock.ts';
import { openRoot } from './folder/openRoot.ts';
import { dataPaths, repository } from './folder/paths.ts';
import { removeStackFile, type StackFile, writeStackFile } from './folder/stackFile.ts';
import { refuseGivenServers } from './neighbours/refuseGivenServers.ts';
import { startNeighbours } from './neighbours/startNeighbours.ts';
import { observe } from './observe/observe.ts';
import type { ServedDashboards } from './observe/serveDashboards.ts';
import { requirePrometheus } from './observe/startPrometheus.ts';
import { choosePorts } from './settings/choosePorts.ts';
import { httpListenOf, isOpenToOthers, openWarning, reachedAt } from './settings/httpListen.ts';
import type { StackOptions } from './settings/options.ts';
import { refuseUnusable } from './settings/ownSettings.ts';
import { loadSecrets, type Secrets } from './settings/secrets.ts';
import { spareLoopback } from './settings/spareLoopback.ts';
import type { Stack } from './stack.ts';
import { launchReplicas, type Reach } from './supervise/launchReplicas.ts';
import { prepareDataFolder } from './supervise/prepareDataFolder.ts';
import { type Part, stopParts } from './supervise/startServices.ts';
import type { SupervisorEvents } from './supervise/superviseService.ts';
import { type ShownTraces, showTraces } from './traces/showTraces.ts';

export interface StartOptions extends StackOptions {
  /** Aborts a start in progress. Parts that were already started are stopped. */
  signal?: AbortSignal;
  reach?: Reach;
  /** Called with a line of text for each exit and restart of a process. */
  report(line: string): void;
}

/**
 * Starts PostgreSQL and all services on a data folder, creates the demo workspace and writes the stack file. Restarts processes that
 * exit, until the stack is stopped. Cleans up after a crash.
 *
 * @throws when a part does not start. The parts started before are stopped again.
 */
export async function startStack(options: StartOptions): Promise<Stack> {
  if (options.fresh) refuseGivenServers();
  refuseUnusable(process.env, options);
  if (options.observe) requirePrometheus();
  const http = httpListenOf(process.env.ROTAMER_HTTP_LISTEN, options.port);
  spareLoopback(process.env);
  const paths = dataPaths(options.dataDir);
  openRoot(paths.root);
  const unlock = lockDataFolder(paths.root, paths.lock);
  const parts: Part[] = [];
  let traces: ShownTraces | undefined;
  let dashboards: ServedDashboards | undefined;
  let publish = () => {}; // nothing to rewrite until everything is ready
  const events: SupervisorEvents = {
    died: (name, how) => options.report(`${name} exited (${how}); restarting`),
    restarted: (name) => {
      options.report(`${name} restarted`);
      publish();
    },
  };

  async function stop(): Promise<void> {
    await stopParts(parts);
    release();
  }

  function kill(): void {
    for (const part of parts) part.process.kill();
    release();
  }

  function release(): void {
    traces?.stop();
    dashboards?.stop();
    removeStackFile(paths.stackFile);
    unlock();
  }

  try {
    await prepareDataFolder(paths, options.fresh);
    const secrets = loadSecrets(paths.secrets);
    const replicas = await choosePorts(options, http);
    options.signal?.throwIfAborted();

    const starting = startNeighbours({
      postgres: process.env.ROTAMER_POSTGRES_URL,
      real: options.real,
      paths,
      secrets,
      events,
      signal: options.signal,
      onStarted: (server) => parts.push({ process: server, address: `127.0.0.1:${server.port}` }),
    });
    // Bundles are made meanwhile, and awaited once the servers are ready.
    const bundles = freshBundles(repository);
    bundles.catch(() => {});
    const neighbours = await starting;

    if (options.traces) traces = await showTraces(options.report);
    const shared = {
      ...neighbours,
      paths,
      bundles: await bundles,
      secrets,
      warn: options.report,
      traces: traces?.env,
    };
    const publicUrl = process.env.ROTAMER_PUBLIC_URL || undefined;
    if (isOpenToOthers(http.host)) options.report(openWarning(http.host, publicUrl));
    const launched = await launchReplicas({ ...options, http, publicUrl }, replicas, shared, events, parts);
    const { urls, addresses } = launched;
    if (options.observe) dashboards = await observe(paths, launched.replicas, events, parts);
    const baseUrl = urls[0]!;
    const apiKey = await openDemoWorkspace(baseUrl, addresses, secrets, paths.secrets);
    const isLocal = publicUrl === undefined && !isOpenToOthers(http.host);
    const loginUrl = isLocal ? await makeLoginLink(addresses, secrets) : undefined;

    publish = () =>
      writeStackFile(paths.stackFile, { base_url: baseUrl, api_key: apiKey, services: list(parts), urls });
    publish();
    const protocols = parts.find(({ process }) => process.name === 'compat')?.address;
    const protocolsUrl = protocols ? reachedAt(protocols) : undefined;
    const dashboardsUrl = dashboards?.url;
    return { paths, baseUrl, publicUrl, urls, protocolsUrl, dashboardsUrl, apiKey, loginUrl, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a link that signs in as the owner of the first workspace, once, within 15 minutes. */
async function makeLoginLink(addresses: Record<string, string[]>, secrets: Secrets): Promise<string> {
  const clients = openClients({ addresses, token: secrets.tokens.operator! });
  try {
    return (await clients.access.createLoginLink({})).url;
  } finally {
    clients.close();
  }
}

function list(parts: Part[]): StackFile['services'] {
  const result: StackFile['services'] = {};
  for (const { process, address } of parts) {
    result[process.name] ??= [];
    result[process.name]!.push({ pid: process.pid(), address });
  }
  return result;
}
