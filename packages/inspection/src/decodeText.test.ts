import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decodeText.ts';
import { inspectFile } from './inspect.ts';
import { encodings } from './testing/samples/encodings.ts';
import { tarOf } from './testing/samples/packing.ts';
import { streamOf } from './testing/samples/streams.ts';

const text = '>Müller α-globin\nMKVLAATWQG\n';
const western = '>Müller € “x”\nMKV\n';
const latin = Buffer.from('>M\xfcller \x80 \x93x\x94\nMKV\n', 'latin1');

/** Returns what inspection and decoding make of an upload. */
async function decoded(name: string, content: Uint8Array, sizes?: number[]) {
  const found = await inspectFile(streamOf(content, sizes), name);
  if (!found.ok) return found;
  const { format, mimeType, textual, decoding, units } = found;
  const bytes = decoding ? decodeText(streamOf(content, sizes), decoding) : streamOf(content);
  return { format, mimeType, units, text: textual ? (await buffer(bytes)).toString() : undefined };
}

/** Returns one packed record. Its residues repeat only at a distance at which gzip does not notice, so it does not look like a bomb. */
function longRecord(bytes: number): Buffer {
  const lines = randomBytes(64 * 1024)
    .toString('base64')
    .replaceAll(/[^A-Za-z]/g, 'K')
    .replaceAll(/.{60}/g, '$&\n');
  return gzipSync(`>a\n${lines.repeat(Math.ceil(bytes / lines.length))}`, { level: 1 });
}

describe('a text', () => {
  it.each([
    ['UTF-8', 'text/x-fasta'],
    ['UTF-16LE', 'text/x-fasta; charset=utf-16le'],
    ['UTF-16LE with BOM', 'text/x-fasta; charset=utf-16le'],
    ['UTF-16BE', 'text/x-fasta; charset=utf-16be'],
    ['UTF-16BE with BOM', 'text/x-fasta; charset=utf-16be'],
  ])('in %s is decoded, and its MIME type names the encoding', async (encoding, mimeType) => {
    const content = encodings[encoding]!(text);
    const units = { records: 1, residues: 10 };
    for (const sizes of [undefined, [1], [3]])
      expect(await decoded('a.fasta', content, sizes)).toEqual({ format: 'FASTA', mimeType, units, text });
  });

  it('in Windows-1252 is decoded, and its MIME type names the encoding', async () => {
    expect(await decoded('a.fasta', latin)).toMatchObject({
      format: 'FASTA',
      mimeType: 'text/x-fasta; charset=windows-1252',
      text: western,
    });
  });

  it.each([
    ['FASTA', 'a.fasta.gz', Buffer.from(text), text],
    [
      'PDB',
      '1abc.ent.gz',
      Buffer.from('HEADER    A\nATOM      1  N   MET A   1      27.340  24.430   2.614\n'),
      undefined,
    ],
    ['FASTA', 'a.gz', encodings['UTF-16LE with BOM']!(text), text],
    ['FASTA', 'a.fa.gz', latin, western],
  ])('in %s is unpacked: %s', async (format, name, content, expected) => {
    expect(await decoded(name, gzipSync(content))).toMatchObject({
      format,
      mimeType: 'application/gzip',
      text: expected ?? content.toString(),
    });
  });

  it.each([
    ['UTF-32LE', encodings['UTF-32LE']!(text)],
    ['UTF-32BE with BOM', encodings['UTF-32BE with BOM']!(text)],
    ['Shift JIS', Buffer.from('>\x83\x81\x83\x82\nMKV\n', 'latin1')],
  ])('in %s is refused with a message on how to convert it', async (_, content) => {
    const { ok, message } = (await inspectFile(streamOf(content), 'a.fasta')) as { ok: boolean; message?: string };
    expect([ok, message]).toEqual([false, expect.stringContaining('plain text in UTF-8')]);
  });

  it.each([
    ['of more than 50 MiB', longRecord(51 * 1024 * 1024)],
    ['that is an archive', gzipSync(tarOf({ 'a.fasta': text }))],
    ['in an encoding that is not read', gzipSync(encodings['UTF-32LE']!(text))],
  ])('packed %s stays an archive', async (_, content) => {
    expect(await decoded('a.gz', content)).toMatchObject({
      format: 'GZIP',
      mimeType: 'application/gzip',
      text: undefined,
    });
  });

  it('of any characters is decoded without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...Object.keys(encodings)),
        async (any, encoding) => {
          const whole = `>${any.replace(/[\p{C}\ufffd]/gu, '')}\nMKV\n`;
          const found = await decoded('a.fasta', encodings[encoding]!(whole));
          if ('text' in found) expect(found.text?.replace(/^\ufeff/, '')).toBe(whole);
          else expect(encoding).toMatch(/UTF-(32|16(LE|BE)$)/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
