import { RotamerError } from './errors.ts';

/**
 * Returns an API key without surrounding white space, which a file or a secret store may add.
 *
 * @param source where the key comes from, for the message: `ROTAMER_API_KEY`
 * @throws RotamerError for a key that cannot be sent in a header. The message never shows the key.
 */
export function checkKey(text: string, source: string): string {
  const key = text.trim();
  if (key === '') throw new RotamerError(`The API key of ${source} is empty. Set it again.`);
  const wrong = [...key].find((character) => !/^[\x21-\x7e]$/.test(character));
  if (wrong === undefined) return key;
  throw new RotamerError(`The API key of ${source} holds ${kindOf(wrong)}. Copy the key again, without anything else.`);
}

function kindOf(character: string): string {
  if (/^\s$/.test(character)) return 'white space';
  return /^\p{Cc}$/u.test(character) ? 'a control character' : 'a character that is not ASCII';
}

/** Length of the public part of a key: `rot_live_` and the id of the key. */
const PREFIX = 17;

/** Returns the public part of a key, which may be shown; empty for any text that is shorter than a key. */
export function publicPart(key: string): string {
  return `${key.length >= 2 * PREFIX ? key.slice(0, PREFIX) : ''}…`;
}
