import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../blobs/blobs.ts';
import { eventually } from './eventually.ts';

/** What a driver's test passes to the contract. */
export interface BlobsUnderTest {
  blobs: Blobs;
  /** GETs a signed URL as a browser would: status, headers, body. */
  fetch(url: string): Promise<Response>;
  /** Lists all data of the driver, including partial objects: names of objects and leftovers. */
  list(): Promise<string[]>;
}

const MB = 1024 * 1024;

/** Yields `size` bytes in chunks of a megabyte; each chunk is filled with its number. */
function* pattern(size: number): Generator<Buffer> {
  for (let i = 0; i < size / MB; i++) yield Buffer.alloc(MB, i);
}

/** Registers the tests that every driver of the blobs port must pass. `open` returns an empty store for each test. */
export function describeBlobs(driver: string, open: () => Promise<BlobsUnderTest>): void {
  describe(`the ${driver} blob store`, () => {
    let store: BlobsUnderTest;
    let blobs: Blobs;
    beforeEach(async () => {
      store = await open();
      ({ blobs } = store);
    });

    const read = async (key: string, range?: { start: number; end: number }) => {
      const found = await blobs.get(key, range);
      return found && { bytes: await buffer(found.body), size: found.size };
    };

    it('returns an object as it was put, with its size and SHA-256', async () => {
      const bytes = randomBytes(300_000);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const pieces = [bytes.subarray(0, 100_000), bytes.subarray(100_000, 100_001), bytes.subarray(100_001)];
      const bodies = { stream: Readable.from(pieces), bytes: new Uint8Array(bytes), buffer: bytes };
      for (const [name, body] of Object.entries(bodies)) {
        expect(await blobs.put(`a/${name}`, body)).toEqual({ size: bytes.length, sha256 });
        expect(await blobs.size(`a/${name}`)).toBe(bytes.length);
        const found = await read(`a/${name}`);
        expect(found?.size).toBe(bytes.length);
        expect(found?.bytes.equals(bytes)).toBe(true);
      }
    });

    it('counts bytes, not characters', async () => {
      expect((await blobs.put('a/text', 'µm')).size).toBe(3);
      expect((await blobs.put('a/stream', Readable.from(['µ', 'm']))).size).toBe(3);
      expect((await read('a/stream'))?.bytes.toString()).toBe('µm');
    });

    it('keeps empty objects', async () => {
      expect((await blobs.put('a/empty', '')).size).toBe(0);
      expect(await read('a/empty')).toEqual({ bytes: Buffer.alloc(0), size: 0 });
    });

    it('returns a range, both ends included, and the size of the whole object', async () => {
      await blobs.put('a/digits', '0123456789');
      const range = async (start: number, end: number) => {
        const found = await read('a/digits', { start, end });
        expect(found?.size).toBe(10);
        return found?.bytes.toString();
      };
      expect(await range(0, 0)).toBe('0');
      expect(await range(2, 5)).toBe('2345');
      expect(await range(8, 100)).toBe('89');
    });

    it('streams an object larger than it would keep in memory, and any range of it', async () => {
      const size = 50 * MB;
      const { size: stored, sha256 } = await blobs.put('a/large', Readable.from(pattern(size)));
      const hash = createHash('sha256');
      for (const chunk of pattern(size)) hash.update(chunk);
      expect({ stored, sha256 }).toEqual({ stored: size, sha256: hash.digest('hex') });
      const back = createHash('sha256');
      const found = await blobs.get('a/large');
      for await (const chunk of found!.body) back.update(chunk);
      expect(back.digest('hex')).toBe(sha256);
      const range = { start: 17 * MB - 2, end: 17 * MB + 1 };
      expect(await read('a/large', range)).toEqual({ bytes: Buffer.from([16, 16, 17, 17]), size });
    });

    it('puts a new object once, also when several callers try at the same time', async () => {
      const tries = await Promise.all(['1', '22', '333', '4444'].map((body) => blobs.putNew('a/new', body)));
      const [winner, ...more] = tries.filter((stored) => stored !== undefined);
      expect(more).toEqual([]);
      expect(await blobs.size('a/new')).toBe(winner!.size);
      expect(await blobs.putNew('a/new', 'x')).toBeUndefined();
      expect(await blobs.size('a/new')).toBe(winner!.size);
      expect(await store.list()).toEqual(['a/new']);
    });

    it('copies an object, which then outlives the other', async () => {
      await blobs.put('a/object', 'bytes');
      expect(await blobs.copy('a/object', 'b/copy/object')).toBe(true);
      await blobs.deletePrefix('a/');
      expect((await read('b/copy/object'))?.bytes.toString()).toBe('bytes');
      expect(await blobs.copy('a/object', 'b/other')).toBe(false);
      expect(await store.list()).toEqual(['b/copy/object']);
    });

    it('returns undefined for a missing object', async () => {
      await blobs.put('a/object', 'x');
      for (const key of ['nothing', 'a', 'a/other', 'a/object/inside']) {
        expect(await blobs.get(key), key).toBeUndefined();
        expect(await blobs.size(key), key).toBeUndefined();
      }
    });

    it('replaces an object atomically: a reader gets the whole old object or the whole new one', async () => {
      const versions = ['a', 'b'].map((letter) => letter.repeat(200_000));
      await blobs.put('a/object', versions[0]!);
      let writing = true;
      const writer = (async () => {
        for (let i = 0; i < 20; i++) await blobs.put('a/object', versions[i % 2]!);
        writing = false;
      })();
      while (writing) {
        const found = await blobs.get('a/object');
        expect(versions).toContain(await text(found!.body));
      }
      await writer;
    });

    it('keeps nothing of a source that fails, and does not change the existing object', async () => {
      await blobs.put('a/object', 'old');
      const failures = [
        async function* first() {
          throw new Error('source failed');
          // biome-ignore lint/correctness/noUnreachable: makes it a generator of chunks
          yield Buffer.alloc(0);
        },
        async function* middle() {
          yield randomBytes(100_000);
          throw new Error('source failed');
        },
      ];
      for (const source of failures) {
        await expect(blobs.put('a/object', Readable.from(source()))).rejects.toThrow('source failed');
        await expect(blobs.put('a/fresh', Readable.from(source()))).rejects.toThrow('source failed');
      }
      expect((await read('a/object'))?.bytes.toString()).toBe('old');
      expect(await blobs.size('a/fresh')).toBeUndefined();
      expect(await store.list()).toEqual(['a/object']);
    });

    it('keeps nothing of a large upload that fails half way', async () => {
      async function* breaks() {
        yield* pattern(12 * MB);
        throw new Error('source failed');
      }
      await expect(blobs.put('a/half', Readable.from(breaks()))).rejects.toThrow('source failed');
      const aborter = new AbortController();
      async function* aborts() {
        for (const chunk of pattern(24 * MB)) {
          if (chunk[0] === 12) aborter.abort();
          await setImmediate();
          yield chunk;
        }
      }
      const put = blobs.put('a/half', Readable.from(aborts()), aborter.signal);
      await expect(put).rejects.toMatchObject({ name: 'AbortError' });
      expect(await store.list()).toEqual([]);
    });

    it('keeps nothing of a put that is aborted', async () => {
      const aborter = new AbortController();
      const endless = Readable.from(
        (async function* () {
          for (let i = 0; ; i++) {
            yield randomBytes(1_000);
            await setImmediate();
            if (i === 20) aborter.abort();
          }
        })(),
      );
      await expect(blobs.put('a/object', endless, aborter.signal)).rejects.toMatchObject({ name: 'AbortError' });
      await expect(blobs.put('a/object', 'x', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
      expect(await store.list()).toEqual([]);
    });

    it('refuses keys that could name anything outside of the store', async () => {
      const keys = ['', '/', '/etc/passwd', '..', '../x', 'a/../../x', 'a//b', 'a/', './a', '.hidden', 'a\\b', 'a\0b'];
      for (const key of [...keys, 'a b', 'a/%2e%2e/b', 'ä', '-a', `a${'/a'.repeat(300)}`]) {
        await expect(blobs.put(key, 'x'), key).rejects.toThrow('not a blob key');
        await expect((async () => blobs.get(key))(), key).rejects.toThrow('not a blob key');
        await expect((async () => blobs.size(key))(), key).rejects.toThrow('not a blob key');
        const options = { fileName: 'x', contentType: 'text/plain', expiresInSeconds: 60 };
        await expect(blobs.signedUrl(key, options), key).rejects.toThrow('not a blob key');
      }
      expect(await store.list()).toEqual([]);
    });

    it('lists the keys under a prefix, and no others', async () => {
      for (const key of ['a/1/x', 'a/1/y/z', 'a/10/x', 'b/1/x']) await blobs.put(key, 'x');
      const list = async (prefix: string) => {
        const keys: string[] = [];
        for await (const key of blobs.list(prefix)) keys.push(key);
        return keys.sort();
      };
      expect(await list('a/1/')).toEqual(['a/1/x', 'a/1/y/z']);
      expect(await list('a/')).toEqual(['a/1/x', 'a/1/y/z', 'a/10/x']);
      expect(await list('c/')).toEqual([]);
    });

    it('deletes all objects under a prefix, and no others', async () => {
      for (const key of ['a/1/x', 'a/1/y/z', 'a/10/x', 'a/2/x', 'b/1/x']) await blobs.put(key, 'x');
      await blobs.deletePrefix('a/1/');
      expect(await store.list()).toEqual(['a/10/x', 'a/2/x', 'b/1/x']);
      await blobs.deletePrefix('a/1/');
      await blobs.deletePrefix('never/was/');
      await blobs.deletePrefix('a/');
      expect(await store.list()).toEqual(['b/1/x']);
    });

    it('refuses invalid prefixes', async () => {
      await blobs.put('a/1', 'x');
      for (const prefix of ['', '/', 'a', 'a/1', '../', 'a/../', '//', './']) {
        await expect(blobs.deletePrefix(prefix), prefix).rejects.toThrow(/not a blob (key|prefix)/);
      }
      expect(await store.list()).toEqual(['a/1']);
    });

    it('signs URLs that download the object under its file name and type', async () => {
      await blobs.put('a/object', 'MKV');
      const options = { fileName: 'my sequence (1).fasta', contentType: 'text/x-fasta', expiresInSeconds: 60 };
      const url = await blobs.signedUrl('a/object', options);
      const answer = await store.fetch(url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('MKV');
      expect(answer.headers.get('content-type')).toBe('text/x-fasta');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      const other = await blobs.signedUrl('a/other', options);
      expect((await store.fetch(url.replace('a/object', 'a/other'))).status).toBe(403);
      expect((await store.fetch(other)).status).toBe(404);
    });

    it('refuses a URL that is altered or has expired', async () => {
      await blobs.put('a/object', 'MKV');
      const options = { fileName: 'a.fasta', contentType: 'text/x-fasta', expiresInSeconds: 1 };
      const url = await blobs.signedUrl('a/object', options);
      for (const name of new URL(url).searchParams.keys()) {
        const altered = new URL(url);
        altered.searchParams.set(name, `${altered.searchParams.get(name)}0`);
        // A server may respond with 400 to a URL that it cannot parse.
        expect([400, 403], name).toContain((await store.fetch(altered.href)).status);
      }
      await eventually(async () => (await store.fetch(url)).status === 403);
    });
  });
}
