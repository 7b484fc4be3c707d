import { once } from 'node:events';
import { type ClientHttp2Stream, connect, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { releaseClosedStreams } from './closedStreams.ts';

it('calls all listeners of a closed stream on either side, then removes them', async () => {
  releaseClosedStreams();
  const served: ServerHttp2Stream[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  server.on('stream', (stream) => {
    served.push(stream.on('error', () => {}));
    stream.respond();
    stream.end('answer');
  });
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const { stream, told } = ask(session.request({ ':path': '/' }));
    await eventually(() => told.includes('last close'));
    expect(told).toEqual(['data answer', 'end', 'first close', 'last close']);
    await eventually(() => served[0]!.closed && served[0]!.eventNames().length === 0);
    expect(stream.eventNames()).toEqual([]);
  } finally {
    session.destroy();
    server.close();
  }
});

function ask(stream: ClientHttp2Stream): { stream: ClientHttp2Stream; told: string[] } {
  const told: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (text) => told.push(`data ${text}`));
  stream.on('end', () => told.push('end'));
  stream.on('close', () => told.push('first close'));
  // These listeners are added after the stream has begun to close.
  stream.on('end', () => stream.on('close', () => told.push('last close')));
  return { stream, told };
}
