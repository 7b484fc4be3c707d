import { createServer } from 'node:http';
import { listenAt } from './listenAt.ts';
import type { Logger } from './log.ts';

/**
 * Answers the probes of a cluster on a port of their own, in plain HTTP whatever the service itself speaks: `GET /livez`
 * is 200 while the event loop turns, `GET /readyz` while the service has started and does not stop. Neither asks a
 * database or a neighbour: a restart would not repair those.
 */
export async function serveHealth(listen: string, isReady: () => boolean, log: Logger): Promise<number> {
  const server = createServer({ requestTimeout: 10_000 }, ({ method, url }, response) => {
    const known = method === 'GET' && (url === '/livez' || url === '/readyz');
    const fine = url === '/livez' || isReady();
    response.writeHead(known ? (fine ? 200 : 503) : 404).end();
  });
  const port = await listenAt(server, listen, 'ROTAMER_HEALTH_LISTEN');
  // It answers to the end, and does not keep the process alive.
  server.unref();
  log.info({ port }, 'serving health');
  return port;
}
