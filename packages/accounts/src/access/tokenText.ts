import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random base62 digits, 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(62))).join('');
}

/** Returns the CRC-32 of a text in six base62 digits. */
export function checksum(body: string): string {
  let value = crc32(body);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

/** SHA-256 of a whole secret. The secrets are random, so a slow password hash would protect nothing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Returns whether a secret has this hash. Compares in constant time. */
export function matchesHash(secret: string, expected: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), expected);
}
