import { expect, it } from 'vitest';
import { derivedKey } from './derivedKey.ts';

it('a derived key is always the same for a purpose, and another one for every purpose and secret', () => {
  const hex = (secret: string, purpose: string) => derivedKey(secret, purpose).toString('hex');
  expect(hex('secret', 'cookies')).toBe('aa21c163be374260a4198a25a9597ad0652b9baa0e173b0fab7f14c691199056');
  const keys = [hex('secret', 'cookies'), hex('secret', 'tokens'), hex('other', 'cookies')];
  expect(new Set(keys).size).toBe(3);
});
