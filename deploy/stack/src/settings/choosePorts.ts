import { services } from '@rotamer/deploy/services.ts';
import { freePort, isFree } from '@rotamer/neighbours/freePort.ts';
import type { HttpListen } from './httpListen.ts';
import { type StackOptions, UsageError } from './options.ts';
import type { Replica } from './serviceEnvironment.ts';

/** The ports of the first replicas of services with HTTP, where they are free. */
const preferredPorts: Record<string, number> = { gateway: 8080, compat: 8090 };

/** Chooses the ports of all replicas. Restarted replicas keep their ports, so that their callers find them. */
export async function choosePorts(
  { replicas, observe }: Pick<StackOptions, 'replicas' | 'observe'>,
  http: HttpListen,
): Promise<Record<string, Replica[]>> {
  const taken = new Set<number>();
  const another = async (): Promise<number> => {
    const found = await freePort();
    if (taken.has(found)) return another();
    taken.add(found);
    return found;
  };
  const result: Record<string, Replica[]> = {};
  for (const { name, grpc, http: servesHttp, behindGateway } of services) {
    result[name] = [];
    for (let i = 0; i < (replicas[name] ?? 1); i += 1) {
      const replica: Replica = {};
      if (observe) replica.metrics = `127.0.0.1:${await another()}`;
      if (grpc) replica.grpc = `127.0.0.1:${await another()}`;
      if (behindGateway) replica.http = `127.0.0.1:${await another()}`;
      else if (servesHttp)
        replica.http = `${http.host}:${i === 0 ? await firstPort(name, http, another) : await another()}`;
      result[name].push(replica);
    }
  }
  return result;
}

/**
 * Returns the first port of a service with HTTP: its preferred one, if it is free. For the gateway it is the requested one, or an
 * error if it is taken.
 */
async function firstPort(
  service: string,
  { host, port: asked }: HttpListen,
  another: () => Promise<number>,
): Promise<number> {
  const port = service === 'gateway' ? (asked ?? preferredPorts[service]!) : preferredPorts[service]!;
  if (asked === 0) return another();
  if (await isFree(port, host.replace(/^\[|\]$/g, ''))) return port;
  if (service !== 'gateway' || asked === undefined) return another();
  throw new UsageError(`Port ${port} is in use by another program. Choose another one: npm start -- --port 0`);
}
