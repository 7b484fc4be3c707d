import { createServer } from 'node:http';
import { listenAt } from './listenAt.ts';
import type { Logger } from './log.ts';

/**
 * Responds to the probes of a cluster on a separate port, in plain HTTP also when the service uses TLS. `GET /livez` returns
 * 200 while the event loop runs, `GET /readyz` between the start of the service and its stop. Neither queries a
 * database or another service: a restart would not repair those.
 */
export async function serveHealth(listen: string, isReady: () => boolean, log: Logger): Promise<number> {
  const server = createServer({ requestTimeout: 10_000 }, ({ method, url }, response) => {
    const known = method === 'GET' && (url === '/livez' || url === '/readyz');
    const fine = url === '/livez' || isReady();
    response.writeHead(known ? (fine ? 200 : 503) : 404).end();
  });
  const port = await listenAt(server, listen, 'ROTAMER_HEALTH_LISTEN');
  // The server answers until the process ends, and does not keep the process alive.
  server.unref();
  log.info({ port }, 'serving health');
  return port;
}
