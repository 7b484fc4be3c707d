import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { type Loaded, withCpu } from './loadSide.ts';
import type { RunRound } from './measure.ts';
import { compare } from './sides.ts';

/** Size in bytes, close to the limit of one upload. */
const SIZE = 50_000_000;

const UPLOADS_A_SIDE = 3;

/** Uploads of FASTA in sequence, including inspection ÷ direct puts of the same bytes into the same kind of store. */
export function uploadsToPuts(world: Loaded, baseUrl: string, key: string, blobs: Blobs): RunRound {
  const content = fasta(SIZE);
  const many = (send: () => Promise<unknown>) => () =>
    withCpu(world, async () => {
      const started = performance.now();
      for (let i = 0; i < UPLOADS_A_SIDE; i++) await send();
      return { operations: UPLOADS_A_SIDE, seconds: (performance.now() - started) / 1000 };
    });
  return compare(
    ['upload', 'put'],
    many(() => post(baseUrl, key, content)),
    many(() => blobs.put(`puts/${randomUUID()}`, Readable.from(pieces(content)))),
  );
}

function fasta(size: number): Buffer {
  const record = `>sp|P00698|LYSC_CHICK Lysozyme C\n${'KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS\n'.repeat(16)}`;
  return Buffer.from(record.repeat(Math.ceil(size / record.length))).subarray(0, size);
}

function* pieces(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536);
}

async function post(origin: string, key: string, content: Buffer): Promise<void> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="lysozymes.fasta"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const sent = request(`${origin}/api/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + content.length + tail.length,
    },
  });
  const answer = new Promise<void>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const body = await text(response);
      if (response.statusCode === 201) resolve();
      else reject(new Error(`expected 201, got ${response.statusCode}: ${body}`));
    });
  });
  sent.write(head);
  sent.write(content);
  sent.end(tail);
  await answer;
}
