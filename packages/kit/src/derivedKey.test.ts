import { expect, it } from 'vitest';
import { derivedKey } from './derivedKey.ts';

it('derives the same key for a purpose every time, and another key per purpose and secret', () => {
  const key = derivedKey('secret', 'cookies');
  expect(Buffer.from(key, 'base64url').toString('hex')).toBe(
    'aa21c163be374260a4198a25a9597ad0652b9baa0e173b0fab7f14c691199056',
  );
  const keys = [key, derivedKey('secret', 'tokens'), derivedKey('other', 'cookies')];
  expect(new Set(keys).size).toBe(3);
});
