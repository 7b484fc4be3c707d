import { hkdfSync } from 'node:crypto';

/**
 * A key of 256 bits for one purpose, from a secret that serves several (HKDF-SHA256, RFC 5869): a signature made for
 * one purpose is invalid for another.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rotamer ${purpose}`, 32));
}
