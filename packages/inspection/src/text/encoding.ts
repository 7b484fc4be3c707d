import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../byteStreams.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Detects UTF-16 by its BOM or by the NULs of Latin letters. UTF-32 counts as UTF-16 with more NULs, which are dropped
 * anyway.
 */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) nuls[i % 2]!++;
  const [even, odd] = nuls as [number, number];
  const units = Math.floor(head.length / 2);
  if (even + odd < 0.2 * head.length) return 'utf-8';
  // In UTF-16 one half of the bytes has no NULs. In UTF-32 the other half consists of NULs.
  if (odd >= even) return even === 0 || odd >= units ? 'utf-16le' : 'utf-8';
  return odd === 0 || even >= units ? 'utf-16be' : 'utf-8';
}

/** Returns whether text with NULs is UTF-32, in which ASCII has three NULs in four bytes. */
export function isUtf32(head: Buffer): boolean {
  return head.reduce((nuls, byte) => (byte === 0 ? nuls + 1 : nuls), 0) > 0.6 * head.length;
}

/**
 * Converts text so that it can be inspected as Latin-1, which never fails and preserves ASCII: UTF-16 becomes UTF-8,
 * everything else is kept. NULs, which could split tags, are dropped; what cannot be decoded becomes a control
 * character.
 */
export function transcoder(encoding: Encoding): (bytes: Uint8Array) => Buffer {
  if (encoding === 'utf-8') return (bytes) => withoutNuls(asBuffer(bytes));
  const utf16 = new TextDecoder(encoding);
  return (bytes) => withoutNuls(Buffer.from(utf16.decode(bytes, { stream: true }).replaceAll('\ufffd', '\x01')));
}

function withoutNuls(bytes: Buffer): Buffer {
  return bytes.includes(0) ? Buffer.from(bytes.toString('latin1').replaceAll('\0', ''), 'latin1') : bytes;
}

/** Decodes UTF-8 that was read as Latin-1. */
export function fromUtf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** Detects bytes that Windows-1252 does not define: text with such a byte is in another encoding. */
export class Windows1252Check {
  #valid = true;

  add(latin1: Buffer): void {
    this.#valid &&= !UNDEFINED.some((byte) => latin1.includes(byte));
  }

  isValid(): boolean {
    return this.#valid;
  }
}

const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Checks whether a stream is valid UTF-8; characters may be split between chunks. */
export class Utf8Check {
  #valid = true;
  #cut: Buffer = Buffer.alloc(0);

  add(bytes: Uint8Array): void {
    if (!this.#valid) return;
    const joined = this.#cut.length > 0 ? Buffer.concat([this.#cut, bytes]) : asBuffer(bytes);
    const end = endOfLastCharacter(joined);
    this.#valid = isUtf8(joined.subarray(0, end));
    this.#cut = Buffer.from(joined.subarray(end));
  }

  isValid(): boolean {
    return this.#valid && this.#cut.length === 0;
  }
}

function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
