import { services } from '@rotamer/deploy/services.ts';
import { freePort, isFree } from '@rotamer/neighbours/freePort.ts';
import type { HttpListen } from './httpListen.ts';
import { UsageError } from './options.ts';
import type { Replica } from './serviceEnvironment.ts';

const preferredPort = 8080;

/** Chooses the ports of all replicas. Restarted replicas keep their ports, so that their callers find them. */
export async function choosePorts(
  replicas: Record<string, number>,
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
  for (const { name, grpc, http: servesHttp } of services) {
    result[name] = [];
    for (let i = 0; i < (replicas[name] ?? 1); i += 1) {
      const replica: Replica = {};
      if (grpc) replica.grpc = `127.0.0.1:${await another()}`;
      if (servesHttp) replica.http = `${http.host}:${i === 0 ? await firstPort(http, another) : await another()}`;
      result[name].push(replica);
    }
  }
  return result;
}

/** Returns the port for users: the requested one, or an error if it is taken; by default 8080 if it is free. */
async function firstPort({ host, port }: HttpListen, another: () => Promise<number>): Promise<number> {
  if (port === 0) return another();
  if (await isFree(port ?? preferredPort, host.replace(/^\[|\]$/g, ''))) return port ?? preferredPort;
  if (port === undefined) return another();
  throw new UsageError(`Port ${port} is in use by another program. Choose another one: npm start -- --port 0`);
}
