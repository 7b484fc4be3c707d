import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
}

/** Starts a real HTTP server with these handlers, one per request. The last one serves all further requests. */
export async function localServer(...handlers: RequestListener[]): Promise<LocalServer> {
  const requests: LocalServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method!, path: request.url!, headers: request.headers });
    request.resume();
    request.once('end', () => handlers[Math.min(requests.length, handlers.length) - 1]!(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Responds with JSON. */
export function sends(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    end(response, status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

/** Responds with an HTML page, as proxies do. */
export function sendsPage(status: number, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    end(response, status, '<html><h1>Hello</h1></html>', { 'content-type': 'text/html', ...headers });
}

/** Sends less than it announced, and closes the connection. */
export const cutsOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"object":', () => response.destroy());
};

/** Closes the connection without a response. */
export const hangsUp: RequestListener = (request) => request.socket.destroy();

/** Never responds. */
export const staysSilent: RequestListener = () => {};

function end(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** Returns the address of a port on which nothing listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
