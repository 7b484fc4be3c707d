import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key is `rot_live_<key id, 8>_<secret, 32><checksum, 6>`, all base62. The checksum is the CRC-32 of everything
 * before it: a mistyped or truncated key is refused without asking a database, and secret scanners find keys
 * without false positives (the scheme of GitHub's tokens,
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/).
 */
const API_KEY = /^(rot_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key. `keyId` is public and names it; `key` is the secret, shown once. */
export function makeApiKey(keyId = randomBase62(8)): { keyId: string; key: string } {
  const body = `${prefixOf(keyId)}_${randomBase62(32)}`;
  return { keyId, key: body + checksum(body) };
}

/** Returns the key id inside a well-formed key; undefined for malformed text or a wrong checksum. */
export function readKeyId(text: string): string | undefined {
  const [, body, keyId, sum] = API_KEY.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum ? keyId : undefined;
}

/** The public prefix of a key: `rot_live_<key id>`. */
export function prefixOf(keyId: string): string {
  return `rot_live_${keyId}`;
}

/** SHA-256 of the whole key. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Returns whether a key has this hash. Compares in constant time. */
export function matchesHash(key: string, expected: Buffer): boolean {
  return timingSafeEqual(hashApiKey(key), expected);
}

function checksum(body: string): string {
  let value = crc32(body);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(62))).join('');
}
