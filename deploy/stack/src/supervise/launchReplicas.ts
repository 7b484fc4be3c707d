import { choosePorts } from '../settings/choosePorts.ts';
import { type HttpListen, isOpenToOthers, reachedAt } from '../settings/httpListen.ts';
import type { StackOptions } from '../settings/options.ts';
import type { Replica, StackSetup } from '../settings/serviceEnvironment.ts';
import { type Part, startServices, stopParts } from './startServices.ts';
import type { SupervisorEvents } from './superviseService.ts';

/** Returns the `host:port` at which callers reach a replica, if it differs from where it listens: tests insert fault proxies. */
export type Reach = (service: string, address: string) => Promise<string>;

export interface LaunchOptions extends Pick<StackOptions, 'replicas' | 'observe'> {
  http: HttpListen;
  /** Base URL at which users reach the first gateway, if the user has set it. */
  publicUrl?: string;
  reach?: Reach;
  signal?: AbortSignal;
}

/** The URLs of the gateways, and the addresses on which the replicas of every service listen. */
export interface Launched {
  replicas: Record<string, Replica[]>;
  urls: string[];
  addresses: Record<string, string[]>;
}

/**
 * Starts the services and adds them to `parts`, also when it throws. Uses other ports when another program has taken one since they
 * were chosen.
 */
export async function launchReplicas(
  options: LaunchOptions,
  replicas: Record<string, Replica[]>,
  shared: Omit<StackSetup, 'publicUrl' | 'localLinks' | 'gatewayUrl' | 'consoleUrl' | 'addresses'>,
  events: SupervisorEvents,
  parts: Part[],
  triesLeft = 3,
): Promise<Launched> {
  const urls = replicas.gateway!.map(({ http }) => reachedAt(http!));
  const addresses = Object.fromEntries(
    Object.entries(replicas).map(([name, all]) => [name, all.flatMap(({ grpc }) => grpc ?? [])]),
  );
  const reached = options.reach ? await reachAll(addresses, options.reach) : addresses;
  const started: Part[] = [];
  try {
    const setup = {
      ...shared,
      publicUrl: options.publicUrl || urls[0]!,
      localLinks: options.publicUrl === undefined && !isOpenToOthers(options.http.host),
      gatewayUrl: urls[0]!,
      consoleUrl: consoleUrlOf(replicas),
      addresses: reached,
    };
    await startServices(replicas, setup, events, started, options.signal);
  } catch (error) {
    if (triesLeft === 1 || !(error as Error).message.includes('EADDRINUSE')) throw error;
    await stopParts(started.splice(0));
    const others = await choosePorts(options, options.http);
    return launchReplicas(options, others, shared, events, parts, triesLeft - 1);
  } finally {
    parts.push(...started);
  }
  return { replicas, urls, addresses };
}

async function reachAll(addresses: Record<string, string[]>, reach: Reach): Promise<Record<string, string[]>> {
  const result: Record<string, string[]> = {};
  for (const [service, own] of Object.entries(addresses)) {
    result[service] = await Promise.all(own.map((address) => reach(service, address)));
  }
  return result;
}

function consoleUrlOf(replicas: Record<string, Replica[]>): string | undefined {
  const address = replicas.console?.[0]?.http;
  return address && `http://${address}`;
}
