import { checksum, randomBase62 } from './tokenText.ts';

/**
 * An API key is `rot_live_<key id, 8>_<secret, 32><checksum, 6>`, all base62. The checksum is the CRC-32 of everything
 * before it: a mistyped or truncated key is refused without asking a database, and secret scanners find keys
 * without false positives (the scheme of GitHub's tokens,
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/).
 */
const API_KEY = /^(rot_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

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
