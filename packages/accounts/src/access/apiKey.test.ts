import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeApiKey, prefixOf, readKeyId } from './apiKey.ts';
import { hashSecret, matchesHash } from './tokenText.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it('has the documented form and contains its public id', () => {
    const { keyId, key } = makeApiKey();
    expect(key).toMatch(/^rot_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(readKeyId(key)).toBe(keyId);
    expect(key.startsWith(`${prefixOf(keyId)}_`)).toBe(true);
  });

  it('ends with the CRC-32 of everything before it in base62', () => {
    // zlib.crc32(body) of Python, in six digits.
    const body = `rot_live_${'a'.repeat(8)}_${'b'.repeat(32)}`;
    expect(readKeyId(`${body}4Cgdvj`)).toBe('aaaaaaaa');
  });

  it('is refused when any single character is changed', () => {
    const { key } = makeApiKey();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...BASE62), (at, letter) => {
        fc.pre(key[at] !== letter);
        expect(readKeyId(key.slice(0, at) + letter + key.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', 'rot_live_', ' rot', 'sk_live_abc', `${makeApiKey().key}x`, `\n${makeApiKey().key}`])(
    'is not read from %j',
    (text) => {
      expect(readKeyId(text)).toBeUndefined();
    },
  );

  it('matches only its own hash', () => {
    const [one, other] = [makeApiKey(), makeApiKey()];
    expect(matchesHash(one.key, hashSecret(one.key))).toBe(true);
    expect(matchesHash(one.key, hashSecret(other.key))).toBe(false);
  });
});
