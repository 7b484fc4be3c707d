import { execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zstdDecompressSync } from 'node:zlib';
import { textFile } from '@rotamer/results/archive/archiveFiles.ts';
import { createPaths } from '@rotamer/results/archive/archivePaths.ts';
import { sendArchive } from '@rotamer/results/archive/sendArchive.ts';
import { layOutTar } from '@rotamer/results/archive/tarArchive.ts';
import fastify from 'fastify';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { fileBytes, storeLargeResult, storeResult } from '../../testing/testResult.ts';

const { app, jobs, blobs, issueKey, stop } = await testGateway();
afterAll(stop);
const headers = bearer(issueKey());

/** Extracts an archive with the machine's tar, and returns the folder. */
function extract(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: bytes });
  return folder;
}

async function getArchive(id: string, more: object = {}) {
  return app.inject({ url: `/api/v1/results/${id}/archive`, headers: { ...headers, ...more } });
}

describe('the archive of a result', () => {
  it('is read by tar, and matches its checksums and its manifest', async () => {
    const job = await storeResult(blobs);
    jobs.known.set(job.id, job);
    const answer = await getArchive(job.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': expect.stringContaining(`${job.id}.tar`),
    });
    const folder = join(extract(answer.rawPayload), job.id);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
      'SHA256SUMS',
      'items.json',
      'manifest.json',
      'table',
      'table/properties.tsv',
    ]);
    const read = (path: string) => readFileSync(join(folder, path));
    expect(read('table/properties.tsv').toString()).toBe(fileBytes);
    expect(JSON.parse(read('items.json').toString())[0].value).toEqual({ mass: 14313.03 });
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder });
    const manifest = JSON.parse(read('manifest.json').toString());
    expect(manifest).toMatchObject({ job_id: job.id, status: 'COMPLETED', tool: job.tool });
    for (const { path, size, sha256 } of manifest.files) {
      expect([read(path).length, hash('sha256', read(path))], path).toEqual([size, sha256]);
    }
  });

  it('has the same bytes every time, and in parts of any size', async () => {
    const job = await storeLargeResult(blobs, 3_000);
    jobs.known.set(job.id, job);
    const whole = await getArchive(job.id);
    const { etag } = whole.headers as { etag: string };
    for (const size of [511, 512, 1_000, 100_003]) {
      const parts: Buffer[] = [];
      const first = Math.max(0, whole.rawPayload.length - 20 * size);
      for (let start = first; start < whole.rawPayload.length; start += size) {
        const part = await getArchive(job.id, { range: `bytes=${start}-${start + size - 1}`, 'if-range': etag });
        expect([part.statusCode, part.headers.etag]).toEqual([206, etag]);
        parts.push(part.rawPayload);
      }
      expect(Buffer.concat(parts).equals(whole.rawPayload.subarray(first)), String(size)).toBe(true);
    }
    const changed = await getArchive(job.id, { range: 'bytes=5-', 'if-range': '"other"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
  });

  it('is the same archive when it is compressed', async () => {
    const job = await storeLargeResult(blobs, 3_000);
    jobs.known.set(job.id, job);
    const url = `/api/v1/results/${job.id}/archive?compression=zstd`;
    const answer = await app.inject({ url, headers: { ...headers, range: 'bytes=5-' } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zstd',
      'content-disposition': expect.stringContaining(`${job.id}.tar.zst`),
      'accept-ranges': 'none',
    });
    const { rawPayload: whole, headers: plain } = await getArchive(job.id);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, `W/${plain.etag}`]);
    expect(answer.rawPayload.length).toBeLessThan(whole.length / 2);
    expect(zstdDecompressSync(answer.rawPayload).equals(whole)).toBe(true);
    // RFC 8878, 3.1.1.1.1: the flag of the frame header that says that a checksum follows the content.
    expect(answer.rawPayload[4]! & 4).toBe(4);
    const head = await app.inject({ method: 'HEAD', url, headers });
    expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([
      200,
      'application/zstd',
      0,
    ]);
  });

  it('is cut off when a file cannot be read while it is compressed', async () => {
    const random = randomBytes(4 * 1024 ** 2);
    const files = ['a', 'b'].map((key) => ({ path: key, size: random.length, key, sha256: key.repeat(64) }));
    const broken = {
      size: async () => random.length,
      get: async (key: string) => (key === 'a' ? { body: Readable.from([random]), size: random.length } : undefined),
    };
    const own = fastify();
    onTestFinished(() => own.close());
    own.get('/', (request, reply) =>
      sendArchive(request, reply, { name: 'job_1', files, blobs: broken, compression: 'zstd' }),
    );
    const answer = await fetch(await own.listen({ host: '127.0.0.1', port: 0 }));
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  it('is refused before any byte when the bytes of a file are gone, naming the file', async () => {
    const job = await storeResult(blobs);
    jobs.known.set(job.id, job);
    await blobs.deletePrefix(job.manifest!.key.replace('manifest.json', 'table/'));
    const answer = await getArchive(job.id);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.message).toBe(
      'The bytes of table/properties.tsv are no longer stored, so there is no archive.',
    );
  });
});

describe('paths in an archive', () => {
  it('cuts names to the 255 bytes of file systems, and renames devices of Windows', () => {
    const pathOf = createPaths();
    const names = ['construct', 'CON', 'aux.pdb', 'com1', '構'.repeat(128), `${'x'.repeat(199)}é.pdb`];
    expect(names.map((name) => pathOf('b', name))).toEqual([
      'b/construct',
      'b/_CON',
      'b/_aux.pdb',
      'b/_com1',
      `b/${'構'.repeat(66)}`,
      `b/${'x'.repeat(199)}`,
    ]);
  });

  it('stay in their folder, and differ in any case', () => {
    const pathOf = createPaths();
    const names = ['../../etc/passwd', 'a.pdb', 'A.pdb', '2_a.pdb', '.hidden', 'x\u202etxt', 'a\nb', '', '..'];
    const paths = names.map((name) => pathOf('poses', name));
    expect(paths).toEqual([
      'poses/_.._.._etc_passwd',
      'poses/a.pdb',
      'poses/2_A.pdb',
      'poses/2_2_a.pdb',
      'poses/_.hidden',
      'poses/x_txt',
      'poses/a_b',
      'poses/_',
      'poses/2__',
    ]);
  });

  it('may be long and in any script', async () => {
    const long = `${'長い名前'.repeat(15)}.txt`;
    const { parts } = await layOutTar([textFile(`job_1/${long}`, 'MKV')]);
    const bytes = Buffer.concat(parts.map((part) => ('bytes' in part ? part.bytes : Buffer.alloc(0))));
    expect(readFileSync(join(extract(bytes), 'job_1', long), 'utf8')).toBe('MKV');
  });
});
