import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { startFaultProxy } from './faultProxy.ts';

/** Starts an echo server behind a proxy. */
async function startEcho() {
  const server = net.createServer((socket) => socket.on('error', () => {}).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startFaultProxy(`127.0.0.1:${(server.address() as net.AddressInfo).port}`);
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
  });
  return proxy;
}

/** Connects a client that records what it received and how its connection ended. */
function connectTo({ port }: { port: number }) {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const client = { socket, received: '', ended: '' };
  socket.on('data', (bytes) => {
    client.received += bytes;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    client.ended = error.code!;
  });
  socket.on('end', () => {
    client.ended ||= 'end';
  });
  onTestFinished(() => void socket.destroy());
  return client;
}

const timeOf = async (work: Promise<unknown>) => {
  const started = performance.now();
  await work;
  return performance.now() - started;
};

describe('a fault proxy', () => {
  it('forwards bytes and ends of connections unchanged by default', async () => {
    const client = connectTo(await startEcho());
    client.socket.end('hello');
    await eventually(() => client.ended === 'end');
    expect(client.received).toBe('hello');
  });

  it('delays both directions and keeps the order', async () => {
    const proxy = await startEcho();
    proxy.poison({ latencyMs: 100 });
    const client = connectTo(proxy);
    for (const word of ['one ', 'two ', 'three']) client.socket.write(word);
    const took = await timeOf(eventually(() => client.received === 'one two three'));
    expect(took).toBeGreaterThan(190);
  });

  it('limits the bandwidth of a link, and lifts the limit', async () => {
    const proxy = await startEcho();
    proxy.poison({ bytesPerSecond: 1_000 });
    const client = connectTo(proxy);
    client.socket.write('x'.repeat(200));
    expect(await timeOf(eventually(() => client.received.length === 200))).toBeGreaterThan(190);
    client.socket.write('x'.repeat(1_000_000));
    proxy.heal();
    await eventually(() => client.received.length === 1_000_200);
  });

  it('resets open and new connections while it is down', async () => {
    const proxy = await startEcho();
    const open = connectTo(proxy);
    open.socket.write('x');
    await eventually(() => open.received === 'x');
    proxy.poison({ down: true });
    const late = connectTo(proxy);
    await eventually(() => open.ended === 'ECONNRESET' && late.ended === 'ECONNRESET');
  });

  it('holds back the bytes of a silent link until it is healed', async () => {
    const proxy = await startEcho();
    proxy.poison({ silent: true });
    const silenced = connectTo(proxy);
    silenced.socket.write('patience');
    await once(silenced.socket, 'connect');
    proxy.poison({ silent: true, latencyMs: 1 });
    expect(silenced.received).toBe('');
    proxy.heal();
    await eventually(() => silenced.received === 'patience');
  });

  it('cuts the bytes of a client, and responds in place of the server', async () => {
    const proxy = await startEcho();
    proxy.poison({ cutAfterSent: 10 });
    const sender = connectTo(proxy);
    sender.socket.write('more than ten bytes');
    await eventually(() => sender.ended === 'ECONNRESET');
    proxy.poison({ answer: 'no' });
    const asker = connectTo(proxy);
    asker.socket.write('please');
    await eventually(() => asker.ended === 'end');
    expect(sender.received + asker.received).toBe('no');
  });

  it('resets a connection when the response is longer than allowed', async () => {
    const proxy = await startEcho();
    proxy.poison({ cutAfterBytes: 10 });
    const client = connectTo(proxy);
    client.socket.write('short');
    await eventually(() => client.received === 'short');
    client.socket.write('and long');
    await eventually(() => client.ended === 'ECONNRESET');
    expect(client.received).toBe('short');
  });
});
