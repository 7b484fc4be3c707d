import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArrows, wrongArrows } from './rooms.ts';

describe('the rooms of the house', () => {
  const arrows = readArrows(join(import.meta.dirname, '../..'));

  it('import only what lies below them; circles between files are found by the linter', () => {
    expect(arrows.length).toBeGreaterThan(1000);
    expect(wrongArrows(arrows)).toEqual([]);
  });

  it('know what a workflow is without knowing what flows when it runs', () => {
    const workflows = 'services/workflows/src';
    const between = (from: string, to: string) =>
      arrows.filter(
        (arrow) => arrow.from.startsWith(`${workflows}/${from}/`) && arrow.to.startsWith(`${workflows}/${to}/`),
      );
    expect(between('definition', 'flow')).toEqual([]);
    expect(between('flow', 'definition')).not.toEqual([]);
  });

  it('would be told of an arrow that goes up', () => {
    const up = { from: 'packages/kit/src/clock.ts', to: 'services/jobs/src/config.ts' };
    const aside = { from: 'services/jobs/src/deps.ts', to: 'services/files/src/deps.ts' };
    const down = { from: 'services/jobs/src/deps.ts', to: 'packages/kit/src/clock.ts' };
    expect(wrongArrows([up, aside, down])).toEqual([up, aside]);
  });
});
