import { fileTypeFromBuffer } from 'file-type';
import { inspectGzip, inspectTar, inspectZip, type Place } from './archive/inspectArchive.ts';
import { binaryFormats } from './binary/binaryFormats.ts';
import { refuseExecutable } from './binary/refuseExecutable.ts';
import { type Peeked, peek, startingWith } from './byteStreams.ts';
import { refuseForbiddenExtension } from './extensions.ts';
import { type Accepted, Refusal } from './inspection.ts';
import { CONTROL, kindsOf } from './text/characters.ts';
import { type Encoding, encodingOf, isUtf32, transcoder } from './text/encoding.ts';
import { inspectText } from './text/inspectText.ts';

/** The number of bytes that `file-type` examines. */
const HEAD_BYTES = 4100;

/** Inspects an upload, or an entry inside one. Reads all of it once. Throws a Refusal. */
export async function inspectContent(bytes: AsyncIterable<Uint8Array>, name: string, place: Place): Promise<Accepted> {
  const isOfficePart = place.inOffice && /\.(xml|rels|vml)$/i.test(name);
  if (!isOfficePart) refuseForbiddenExtension(name);
  const content = await peek(bytes, HEAD_BYTES);
  const { head, leadingNuls, all } = content;
  if (head.length === 0 && leadingNuls === 0) return empty(place);
  if (isOfficePart) return inspectBinary(content, 'BINARY');
  if (leadingNuls === 0 && isZip(head)) return inspectZip(all, place, inspectContent);
  if (leadingNuls === 0 && isGzip(head)) return inspectGzip(all, name, place, inspectContent);
  const extension = leadingNuls === 0 ? (await fileTypeFromBuffer(head))?.ext : undefined;
  if (extension === 'tar') return inspectTar(all, place, inspectContent);
  return inspectSingle(content, name, place, extension);
}

async function inspectSingle(content: Peeked, name: string, place: Place, extension: string | undefined) {
  const { head, leadingNuls, all } = content;
  const encoding = encodingOf(head);
  const isText = head.length > 0 && looksLikeText(head, encoding);
  const known = binaryFormats.get(extension ?? '');
  // The signatures of BMP and GIF are letters, with which a text may begin; a PDF may begin with text.
  if (known && (known.format === 'PDF' || !isText || encoding !== 'utf-8')) {
    await refuseExecutable(all, head, known.format);
    return { ...known, textual: false, units: {} };
  }
  if (!isText) await refuseExecutable(all, head, 'file');
  else {
    // A text in UTF-16 without a mark begins with the NUL of its first letter.
    const isBigEndian = leadingNuls === 1 && encoding === 'utf-16le' && head[0] !== 0xff;
    const accepted = isBigEndian
      ? await inspectText(startingWith(Uint8Array.of(0), all), name, 'utf-16be')
      : await inspectText(all, name, encoding);
    if (leadingNuls === 0 || encoding !== 'utf-8') return readable(accepted, isUtf32(head), place);
  }
  return unknownBinary(extension, place);
}

/** Refuses a text that no tool can read. In an archive it is accepted as content that is not text. */
function readable(accepted: Accepted, isUtf32: boolean, { depth }: Place): Accepted {
  if (accepted.textual && !isUtf32) return accepted;
  if (depth > 0) return { ...accepted, textual: false, decoding: undefined };
  throw new Refusal(
    'unsupported_encoding',
    'the text is not in UTF-8, UTF-16 or Windows-1252 (Latin-1). Save it as plain text in UTF-8 and upload that.',
  );
}

function looksLikeText(head: Buffer, encoding: Encoding): boolean {
  const text = transcoder(encoding)(head);
  return !(kindsOf(text.toString('latin1')) & CONTROL) && (encoding !== 'utf-8' || !head.includes(0));
}

async function inspectBinary({ all, head }: Peeked, format: string): Promise<Accepted> {
  await refuseExecutable(all, head, format);
  return { ...unknown };
}

const unknown: Accepted = {
  format: 'BINARY',
  mimeType: 'application/octet-stream',
  previewKind: null,
  textual: false,
  units: {},
};

/**
 * Accepts unknown binary content in archives, because archived data sets contain indexes and caches of any kind. A
 * single file must have a known format.
 */
function unknownBinary(extension: string | undefined, { depth }: Place): Accepted {
  if (depth > 0) return unknown;
  const looks = extension ? ` (it looks like .${extension})` : '';
  throw new Refusal(
    'unknown_format',
    `the content is neither text nor a known sequence, structure, ligand, table, image, archive or PDF format${looks}. ` +
      'Convert it to one of these, or to plain text in UTF-8.',
  );
}

function empty({ depth }: Place): Accepted {
  if (depth > 0) return unknown;
  throw new Refusal('empty_file', 'the file is empty. Check that it was written completely and upload it again.');
}

/** Returns whether the bytes start with a local header, or with the end of an empty directory (APPNOTE 4.3). */
function isZip(head: Buffer): boolean {
  return ['504b0304', '504b0506'].includes(head.toString('hex', 0, 4));
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}
