import { gunzipSync } from 'node:zlib';
import { UsageError } from '../exitCodes.ts';

/** A text, and how its bytes were decoded; undefined for UTF-8. */
export interface Decoded {
  text: string;
  how?: string;
}

/** Bytes that Windows-1252 does not define. A text that contains one is in another encoding. */
const undefinedIn1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

const otherPackings: [string, number[]][] = [
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
];

/**
 * Decodes the encodings that users' files have: UTF-8, UTF-16 and Windows-1252 (which includes Latin-1), each also compressed with
 * gzip. The service decodes uploads in the same way.
 *
 * @param path for messages
 * @throws UsageError for a text in another encoding, for bytes that are not text, and above `limit` bytes after decompression
 */
export function decodeText(bytes: Buffer, path: string, limit: number): Decoded {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decode(bytes, path);
  const { text, how } = decode(unpack(bytes, path, limit), path);
  return { text, how: `gzip${how === undefined ? '' : ` and ${how}`}` };
}

function unpack(bytes: Buffer, path: string, limit: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UsageError(
      isLarge ? `${path} is larger than 50 MiB when it is unpacked.` : `${path} is packed with gzip, and damaged.`,
    );
  }
}

function decode(bytes: Buffer, path: string): Decoded {
  const packing = otherPackings.find(([, magic]) => magic.every((byte, i) => bytes[i] === byte));
  if (packing) throw new UsageError(`${path} is packed with ${packing[0]}. Unpack it, or pack it with gzip.`);
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: strictly(utf16, bytes) ?? refuse(path), how: utf16.toUpperCase() };
  // Removes the byte order mark that Windows programs write at the beginning.
  const text = strictly('utf-8', bytes);
  if (text !== undefined && !text.includes('\0')) return { text };
  if (bytes.some((byte) => byte === 0 || undefinedIn1252.includes(byte))) return refuse(path);
  return { text: new TextDecoder('windows-1252').decode(bytes), how: 'Windows-1252 (Latin-1)' };
}

/** Returns the byte order of UTF-16, by its mark or by the NULs of the Latin letters at the beginning. */
function utf16Of([a, b, c, d]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return 'utf-16be';
  return undefined;
}

function strictly(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(path: string): never {
  throw new UsageError(
    `${path} is not text in UTF-8, UTF-16 or Windows-1252 (Latin-1). Save it as plain text in UTF-8.`,
  );
}
