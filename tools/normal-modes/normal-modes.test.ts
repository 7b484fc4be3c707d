import { describe, expect, it } from 'vitest';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { check } from './check.ts';
import { correlation } from './correlation.ts';
import { contract } from './tool.ts';

describe('normal-modes refuses', () => refusesBadStructures({ contract, check }, 'structure', 'protein'));

it('correlates', () => {
  // Anscombe's first set (Am. Stat. 27 (1973) 17-21): 0.816421.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  expect(correlation(x, y)).toBe(0.816421);
  expect(
    correlation(
      x,
      x.map(() => 0),
    ),
  ).toBeNull();
});
