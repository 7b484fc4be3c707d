import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles } from './circles.ts';
import { arrowsAgainst, kitOrder, readArrows, wrongArrows } from './rooms.ts';

const root = join(import.meta.dirname, '../..');

describe('the layers of the repository', () => {
  const arrows = readArrows(root);

  it('import only from lower layers; the linter finds circles between files', () => {
    expect(arrows.length).toBeGreaterThan(1000);
    expect(wrongArrows(arrows)).toEqual([]);
  });

  it('have no circle between the children of any folder', () => {
    expect(findCircles(arrows)).toEqual([]);
  });

  it('keep the declared order of folders in kit', () => {
    const kit = 'packages/kit/src';
    expect(arrowsAgainst(kitOrder, kit, arrows)).toEqual([]);
    const up = { from: `${kit}/db/db.ts`, to: `${kit}/bus/bus.ts` };
    const unlisted = { from: `${kit}/service/run.ts`, to: `${kit}/new/room.ts` };
    const down = { from: up.to, to: up.from };
    expect(arrowsAgainst(kitOrder, kit, [up, unlisted, down])).toEqual([up, unlisted]);
  });

  it('finds folders that import each other through a third, and leaves tests out', () => {
    const arrow = (from: string, to: string) => ({ from: `services/jobs/${from}.ts`, to: `services/jobs/${to}.ts` });
    const circle = [arrow('a/x', 'b/x'), arrow('b/y', 'c'), arrow('c', 'a/z')];
    expect(findCircles(circle)).toEqual([{ folder: 'services/jobs', children: ['a', 'b', 'c.ts'] }]);
    const between = [
      { from: 'packages/pages/src/a.ts', to: 'tools/contract.ts' },
      { from: 'tools/contract.ts', to: 'packages/formats/src/formats.ts' },
    ];
    expect(findCircles(between)).toEqual([]);
    const back = { from: 'packages/formats/src/formats.ts', to: 'packages/pages/src/a.ts' };
    expect(findCircles([...between, back])).toEqual([
      { folder: '', children: ['packages/formats', 'packages/pages', 'tools'] },
    ]);
    expect(findCircles([...circle.slice(1), arrow('a/x.test', 'b/x'), arrow('testing/a', 'b/x')])).toEqual([]);
  });

  it('keep the definition of a workflow independent of its runs', () => {
    const workflows = 'services/workflows/src';
    const between = (from: string, to: string) =>
      arrows.filter(
        (arrow) => arrow.from.startsWith(`${workflows}/${from}/`) && arrow.to.startsWith(`${workflows}/${to}/`),
      );
    expect(between('definition', 'flow')).toEqual([]);
    expect(between('flow', 'definition')).not.toEqual([]);
  });

  it('have their test helpers in testing folders, which no image contains', () => {
    const importsVitest = ['grep', '-lE', "from 'vitest'", '--', '*.ts', ':!tests', ':!*.test.ts', ':!**/testing/**'];
    expect(spawnSync('git', importsVitest, { cwd: root, encoding: 'utf8' })).toMatchObject({ status: 1, stdout: '' });
  });

  it('report an import from a higher layer', () => {
    const up = { from: 'packages/kit/src/clock.ts', to: 'services/jobs/src/config.ts' };
    const aside = { from: 'services/jobs/src/deps.ts', to: 'services/files/src/deps.ts' };
    const down = { from: 'services/jobs/src/deps.ts', to: 'packages/kit/src/clock.ts' };
    expect(wrongArrows([up, aside, down])).toEqual([up, aside]);
  });
});
