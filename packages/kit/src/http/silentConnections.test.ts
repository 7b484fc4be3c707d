import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { watchConnections } from './silentConnections.ts';

async function listen() {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  const connections = watchConnections(server);
  await once(server, 'listening');
  return { server, connections, port: (server.address() as AddressInfo).port };
}

/** Opens a connection, and waits until the server has it too. */
async function open(server: ReturnType<typeof createServer>, port: number): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  return socket;
}

describe('watchConnections', () => {
  it('lets a server close that has connections without a request', async () => {
    const { server, connections, port } = await listen();
    const silent = await open(server, port);
    expect(connections.count()).toBe(1);
    const closed = once(silent, 'close');
    server.close();
    connections.closeSilent();
    await Promise.all([once(server, 'close'), closed]);
    expect(connections.count()).toBe(0);
  });

  it('serves a request on a connection that is opened during the stop, and closes one without', async () => {
    const { server, connections, port } = await listen();
    connections.closeSilent();
    const silent = await open(server, port);
    const speaking = await open(server, port);
    speaking.end('GET / HTTP/1.0\r\n\r\n');
    let answer = '';
    speaking.setEncoding('latin1').on('data', (text) => (answer += text));
    server.close();
    await Promise.all([once(speaking, 'close'), once(silent, 'close'), once(server, 'close')]);
    expect(answer).toContain('here');
  });
});
