import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as a receiver got it. */
export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; resource: { type: string; id: string }; data: unknown };
}

/** Sends the response of a receiver. */
export type Answer = (received: Received, response: ServerResponse) => void;

/** Starts a receiver of webhooks on this machine. By default it answers 204. */
export async function startReceiver(first: Answer = (_, response) => void response.writeHead(204).end(), port = 0) {
  const received: Received[] = [];
  const receiver = { received, answer: first, url: '', port: 0, stop: async () => {} };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const one = { id: String(request.headers['webhook-id']), headers: request.headers, body, event: JSON.parse(body) };
    received.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
  receiver.stop = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return receiver;
}

/** Returns an answer with this status and nothing else. */
export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end();
}
