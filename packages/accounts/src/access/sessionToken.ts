import { readKeyId } from './apiKey.ts';
import { checksum, randomBase62 } from './tokenText.ts';

/**
 * The token of a session is `rot_sess_<public id, 10>_<secret, 43><checksum, 6>`, all base62, in the form of an API key. The
 * secret has 256 random bits. Public ids of keys have 8 characters, so no id is that of both a key and a session.
 */
const SESSION_TOKEN = /^(rot_sess_([0-9A-Za-z]{10})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const PUBLIC_ID_LENGTH = 10;

/** A new token. `publicId` names the session; `token` is the secret, shown once. */
export function makeSessionToken(publicId = randomBase62(PUBLIC_ID_LENGTH)): { publicId: string; token: string } {
  const body = `rot_sess_${publicId}_${randomBase62(43)}`;
  return { publicId, token: body + checksum(body) };
}

/** Returns the public id inside a well-formed token; undefined for malformed text or a wrong checksum. */
function readSessionId(text: string): string | undefined {
  const [, body, publicId, sum] = SESSION_TOKEN.exec(text) ?? [];
  return body !== undefined && checksum(body) === sum ? publicId : undefined;
}

/** Returns the public id inside a well-formed API key or session token; undefined for any other text. */
export function readPublicId(text: string): string | undefined {
  return readKeyId(text) ?? readSessionId(text);
}

/** Returns whether a public id is that of a session, and not of a key. */
export function isSessionId(publicId: string): boolean {
  return publicId.length === PUBLIC_ID_LENGTH;
}
