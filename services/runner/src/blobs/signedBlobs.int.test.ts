import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LastingFailure } from './attemptBlobs.ts';
import { signedBlobs } from './signedBlobs.ts';

const goOn = new AbortController().signal;

/** Starts a store that answers every request with this status. */
async function open(status: number) {
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.writeHead(status).end()),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return signedBlobs({ key: url }, async () => ({ url, headers: {} }));
}

it.each([
  [500, false],
  [503, false],
  [429, false],
  [400, true],
  [403, true],
])('a store that answers %i has refused for good: %s', async (status, lasting) => {
  const blobs = await open(status);
  const errors = [
    await blobs.get('key', goOn).catch((error) => error),
    await blobs.put('key', async () => Buffer.from('a'), goOn).catch((error) => error),
  ];
  for (const error of errors) {
    expect(error.message).toContain(`the blob store answered ${status}`);
    expect(error instanceof LastingFailure).toBe(lasting);
  }
});

it.each(['get', 'put'] as const)('a store that does not answer a %s is given up after 30 s', async (asks) => {
  let asked = 0;
  const server = createServer((request) => void request.resume().on('end', () => asked++));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const blobs = signedBlobs({ key: url }, async () => ({ url, headers: {} }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = asks === 'get' ? blobs.get('key', goOn) : blobs.put('key', async () => Buffer.from('a'), goOn);
  const outcome = answer.catch((error: Error) => error.message);
  await eventually(() => asked === 1);
  vi.advanceTimersByTime(30_000);
  expect(await outcome).toBe('the blob store does not answer');
});
