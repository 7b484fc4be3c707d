import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Maximum bytes of a request. A service sends 512 spans at a time: a few hundred kilobytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Receives spans over OTLP/HTTP in JSON, on loopback; `take` gets each request's body and throws if it is invalid. */
export async function startOtlpReceiver(take: (body: string) => void) {
  const server = createServer((request, response) => {
    answer(request, response, take).catch(() => response.writeHead(400).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Does not keep the process alive.
  server.unref();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, take: (body: string) => void): Promise<void> {
  if (request.url !== '/v1/traces') return void response.writeHead(404).end('{}');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return void response.writeHead(413, { connection: 'close' }).end('{}');
    chunks.push(chunk);
  }
  take(Buffer.concat(chunks).toString());
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}
