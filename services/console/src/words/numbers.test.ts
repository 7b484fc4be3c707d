import { expect, it } from 'vitest';
import { duration } from './numbers.ts';

it.each([
  [0.94, '0.9 s'],
  [9.96, '10 s'],
  [42.4, '42 s'],
  [59.6, '1 min 0 s'],
  [119.7, '2 min 0 s'],
  [185, '3 min 5 s'],
  [3_599.6, '1 h 0 min'],
  [7_800, '2 h 10 min'],
])('shows %d seconds as %s', (seconds, shown) => expect(duration(seconds)).toBe(shown));
