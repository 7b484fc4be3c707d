import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { long } from '@rotamer/kit/testing/long.ts';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { sendArchive } from './sendArchive.ts';

/** Much more than the memory that an archive may take. In the long form, sizes do not fit into 31 bits. */
const TOTAL = (long ? 2 : 0.5) * 1024 ** 3;
const CHUNK = Buffer.alloc(64 * 1024);

/** A store of zeros, which makes the bytes of an object while they are read. */
function zeros(size: number) {
  return {
    size: async () => size,
    get: async (_: string, range = { start: 0, end: size - 1 }) => {
      let left = range.end - range.start + 1;
      const body = new Readable({
        read() {
          const bytes = CHUNK.subarray(0, Math.min(left, CHUNK.length));
          left -= bytes.length;
          this.push(bytes.length === 0 ? null : bytes);
        },
      });
      return { body, size };
    },
  };
}

it('sends large files with flat memory, and goes on after a broken connection', async () => {
  const size = TOTAL / 4;
  const files = [1, 2, 3, 4].map((n) => ({ path: `${n}.bin`, size, key: `k${n}`, sha256: String(n).repeat(64) }));
  const app = fastify();
  app.get('/', (request, reply) => sendArchive(request, reply, { name: 'job_1', files, blobs: zeros(size) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const ask = async (headers: Record<string, string> = {}) => {
    const [answer] = (await once(get({ port, headers }), 'response')) as [IncomingMessage];
    return answer;
  };

  const before = process.memoryUsage.rss();
  let most = 0;
  let received = 0;
  const first = await ask();
  const total = Number(first.headers['content-length']);
  expect(total).toBeGreaterThan(TOTAL);
  for await (const chunk of first) {
    received += chunk.length;
    most = Math.max(most, process.memoryUsage.rss() - before);
    if (received > TOTAL / 2) break;
  }
  const rest = await ask({ range: `bytes=${received}-`, 'if-range': first.headers.etag! });
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes ${received}-${total - 1}/${total}`]);
  for await (const chunk of rest) {
    received += chunk.length;
    most = Math.max(most, process.memoryUsage.rss() - before);
  }
  expect(received).toBe(total);
  expect(most / 1024 ** 2, 'growth of resident memory in MiB').toBeLessThan(200);
}, 300_000);
