import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArrows, wrongArrows } from './rooms.ts';

describe('the rooms of the house', () => {
  const arrows = readArrows(join(import.meta.dirname, '../..'));

  it('import only what lies below them; circles between files are found by the linter', () => {
    expect(arrows.length).toBeGreaterThan(1000);
    expect(wrongArrows(arrows)).toEqual([]);
  });

  it('would be told of an arrow that goes up', () => {
    const up = { from: 'packages/kit/src/clock.ts', to: 'services/jobs/src/config.ts' };
    const aside = { from: 'services/jobs/src/deps.ts', to: 'services/files/src/deps.ts' };
    const down = { from: 'services/jobs/src/deps.ts', to: 'packages/kit/src/clock.ts' };
    expect(wrongArrows([up, aside, down])).toEqual([up, aside]);
  });
});
