import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectFile } from './inspect.ts';
import { directoryHeader, gz, localHeader, patched, tar, zip } from './testing/samples/packing.ts';
import { streamOf } from './testing/samples/streams.ts';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, 'x']));
const zeros = (bytes: number) => Buffer.alloc(bytes);
const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 7919 + (i >> 8) * 31) % 251));

/** Marks the entries as encrypted, in both headers of each. */
const encrypted = (archive: Buffer) => patched(patched(archive, localHeader, 6, [1, 0]), directoryHeader, 8, [1, 0]);
const overlapping = (archive: Buffer) => patched(archive, directoryHeader, 42, [0, 0, 0, 0]);
const linked = (archive: Buffer) =>
  patched(patched(archive, directoryHeader, 4, [20, 3]), directoryHeader, 38, [0, 0, 0xff, 0xa1]);
const named = (archive: Buffer, name: string) =>
  Buffer.from(archive.toString('latin1').replaceAll('x'.repeat(name.length), name), 'latin1');

const refused: [title: string, reason: string, name: string, content: Buffer][] = [
  ['513 entries in ZIP', 'archive_too_many_entries', 'a.zip', zip(many(513))],
  ['513 entries in TAR', 'archive_too_many_entries', 'a.tar', tar(Object.keys(many(513)).map((path) => ({ path })))],
  ['three levels of ZIP', 'archive_nested_too_deep', 'a.zip', zip({ b: zip({ c: zip({ d: 'x' }) }) })],
  ['three levels of GZIP', 'archive_nested_too_deep', 'a.gz', gz(gz(gz('x')))],
  ['zeros in ZIP', 'archive_ratio', 'a.zip', zip({ zeros: zeros(10_000_000) })],
  ['zeros in GZIP', 'archive_ratio', 'a.gz', gz(zeros(10_000_000))],
  ['zeros in ZIP in ZIP', 'archive_ratio', 'a.zip', zip({ b: zip({ zeros: zeros(10_000_000) }) })],
  ['encrypted entries', 'archive_encrypted', 'a.zip', encrypted(zip({ a: 'x' }))],
  ['overlapping entries', 'archive_overlapping_entries', 'a.zip', overlapping(zip({ a: 'x', b: 'y' }))],
  ['symbolic link in ZIP', 'archive_link', 'a.zip', linked(zip({ a: '/etc/passwd' }))],
  [
    'symbolic link in TAR',
    'archive_link',
    'a.tar',
    tar([{ path: 'a', type: 'SymbolicLink', linkpath: '/etc/passwd' }]),
  ],
  ['hard link in TAR', 'archive_link', 'a.tar', tar([{ path: 'a', type: 'Link', linkpath: 'b' }])],
  ['pipe in TAR', 'archive_special_entry', 'a.tar', tar([{ path: 'a', type: 'FIFO' }])],
  ['parent folder in TAR', 'archive_unsafe_name', 'a.tar', tar([{ path: '../a', content: 'x' }])],
  ['absolute name in TAR', 'archive_unsafe_name', 'a.tar', tar([{ path: '/etc/a', content: 'x' }])],
  ['parent folder in ZIP', 'archive_unsafe_name', 'a.zip', named(zip({ xxxx: '' }), '../a')],
  ['absolute name in ZIP', 'archive_unsafe_name', 'a.zip', named(zip({ xxxx: '' }), '/etc')],
  ['backslash in ZIP', 'archive_unsafe_name', 'a.zip', named(zip({ xxxx: '' }), 'a\\b1')],
  ['ZIP cut off', 'archive_damaged', 'a.zip', zip({ a: noise(5000) }).subarray(0, -30)],
  ['GZIP cut off', 'archive_damaged', 'a.gz', gz(noise(5000)).subarray(0, 200)],
  ['TAR cut off', 'archive_damaged', 'a.tar', tar([{ path: 'a', content: noise(5000) }]).subarray(0, 3000)],
];

describe('archives', () => {
  it.for(refused)('refuses %s with %s', async ([, reason, name, content]) => {
    const verdict = await inspectFile(streamOf(content), name);
    expect(verdict).toMatchObject({ ok: false, reason, message: expect.stringMatching(/\. \S.*\.$/) });
  });

  it('names the refused entry in the message', async () => {
    const content = zip({ 'ok.txt': 'x', 'in/b.zip': zip({ 'deep.txt': '<html>' }) });
    const verdict = await inspectFile(streamOf(content), 'a.zip');
    expect(verdict).toMatchObject({
      message: expect.stringMatching(/^archive entry 'in\/b.zip': archive entry 'deep.txt': HTML/),
    });
  });

  it('refuses a TAR for the first of several defects, and reports no further error', async () => {
    const headers = ['a', 'b', 'c'].map((path) =>
      tar([{ path, content: 'x' }])
        .fill('?', 0, 1)
        .subarray(0, 1024),
    );
    const verdict = await inspectFile(
      streamOf(Buffer.concat([tar([{ path: 'ok' }]).subarray(0, 512), ...headers])),
      'a.tar',
    );
    expect(verdict).toMatchObject({ ok: false, reason: 'archive_damaged' });
  });

  it('stops reading 10 GB of zeros at once', async () => {
    let read = 0;
    async function* bomb() {
      const gzip = createGzip();
      try {
        for (let i = 0; i < 10_000; i++) {
          if (!gzip.write(zeros(1024 * 1024))) await once(gzip, 'drain');
          for (let chunk = gzip.read(); chunk; chunk = gzip.read()) {
            read += chunk.length;
            yield chunk;
          }
        }
      } finally {
        gzip.destroy();
      }
    }
    expect(await inspectFile(bomb(), 'zeros.gz')).toMatchObject({ ok: false, reason: 'archive_ratio' });
    expect(read).toBeLessThan(1024 * 1024);
  });

  it('leaves no file in the temporary folder', async () => {
    const before = spools();
    await inspectFile(streamOf(zip({ a: 'x' })), 'a.zip');
    await inspectFile(streamOf(zip({ a: '<html>' })), 'a.zip');
    await inspectFile(streamOf(zip({ a: zip({ b: '<html>' }) })), 'a.zip');
    expect(spools()).toEqual(before);
  });
});

function spools(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`rotamer-inspect-${process.pid}-`));
}
