import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService, job, properties, quote } from '../testing/fakeService.ts';
import { decodeText } from './decodeText.ts';

const LIMIT = 1024 * 1024;
const text = '>β-globin\nMKVLAATWQG\n';
const latin = '>größe §1\nMKV\n';
const utf16 = (it: string) => Buffer.from(it, 'utf16le');
const decoded = (bytes: Buffer) => decodeText(bytes, 'a.fasta', LIMIT);

describe('a text of an input', () => {
  it.each<[string, Buffer, string, string | undefined]>([
    ['UTF-8', Buffer.from(text), text, undefined],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), text, undefined],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`), text, 'UTF-16LE'],
    ['UTF-16 without a mark', utf16(`>a\nMKV\n${text}`), `>a\nMKV\n${text}`, 'UTF-16LE'],
    ['UTF-16 of the other order', utf16(`\ufeff${text}`).swap16(), text, 'UTF-16BE'],
    ['Latin-1', Buffer.from(latin, 'latin1'), latin, 'Windows-1252 (Latin-1)'],
    ['gzip', gzipSync(text), text, 'gzip'],
    ['gzip of UTF-16', gzipSync(utf16(`\ufeff${text}`)), text, 'gzip and UTF-16LE'],
    ['gzip of two members', Buffer.concat([gzipSync('>a\n'), gzipSync('MKV\n')]), '>a\nMKV\n', 'gzip'],
    ['nothing', Buffer.alloc(0), '', undefined],
  ])('in %s is decoded, with the encoding reported', (_name, bytes, expected, how) => {
    expect(decoded(bytes)).toEqual({ text: expected, how });
  });

  it.each<[string, Buffer, RegExp]>([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /is not text in UTF-8, UTF-16 or/],
    ['an encoding that is not read', Buffer.from([0x3e, 0x81, 0x40, 0x90]), /Save it as plain text in UTF-8/],
    ['half of UTF-16', utf16('\ufeff>a\n').subarray(0, 5), /is not text/],
    ['damaged gzip', gzipSync(text).subarray(0, 20), /gzip, and damaged/],
    ['gzip of too much', gzipSync('A'.repeat(2 * LIMIT)), /larger than 50 MiB when it is unpacked/],
    ['xz', Buffer.from('\xfd7zXZ\0', 'latin1'), /packed with xz. Unpack it, or pack it with gzip/],
  ])('that is %s is refused with a resolution', (_name, bytes, message) => {
    expect(() => decoded(bytes)).toThrow(message);
  });
});

it('submits a compressed file and a PowerShell job file, and reports how they were read', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-decode-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'globin.fasta.gz'), gzipSync(text));
  writeFileSync(join(cwd, 'job.yaml'), utf16('\ufefftool: protein-properties\nname: β\n'));
  const { fetch, seen } = fakeService({
    'GET /tools/protein-properties': properties,
    'POST /jobs/quote': quote,
    'POST /jobs': () => Response.json(job, { status: 202 }),
  });
  const args = ['submit', '-f', 'job.yaml', '-i', 'sequences=globin.fasta.gz', '--yes'];
  const { code, io } = await runFake(args, { fetch, cwd });
  expect([code, io.stderr]).toEqual([0, 'job.yaml was read as UTF-16LE.\nglobin.fasta.gz was read as gzip.\n']);
  const { name, input } = seen.at(-1)!.body;
  expect([name, input.inputs[0]]).toEqual([
    'β',
    expect.objectContaining({ id: 'globin', format: 'FASTA', content: text }),
  ]);
});
