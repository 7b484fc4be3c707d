import { expect, it } from 'vitest';
import { uniqueNames } from './uniqueNames.ts';

it('numbers names that are used twice, without making another twice', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a_2', 'a b', 'a_b'])).toEqual(['a', 'b', 'a_2', 'a_2_2', 'a_b', 'a_b_2']);
});
