import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tools } from '../../catalogue.ts';
import { type ImageGroup, imageGroups, packagesOf } from './imageGroups.ts';

const contracts = tools.map(({ contract }) => contract);
const groups = Object.keys(imageGroups) as ImageGroup[];

describe('a group of runner images', () => {
  it.each(groups)('%s has the packages that its tools need or use, and no others', (group) => {
    const categories: string[] = imageGroups[group];
    const needed = contracts
      .filter(({ category }) => categories.includes(category))
      .flatMap(({ requires }) => requires.flatMap(({ debian, recommends = [] }) => [debian, ...recommends]));
    expect(new Set(packagesOf(contracts, group))).toEqual(new Set(needed));
  });

  it('covers each category, so that every tool runs in the image of one group', () => {
    const grouped: string[] = groups.flatMap((group) => imageGroups[group]);
    expect(new Set(grouped).size).toBe(grouped.length);
    expect([...new Set(contracts.map(({ category }) => category))].filter((each) => !grouped.includes(each))).toEqual(
      [],
    );
    expect(new Set(groups.flatMap((group) => packagesOf(contracts, group)))).toEqual(
      new Set(packagesOf(contracts, 'all')),
    );
    expect(() => packagesOf(contracts, 'nothing')).toThrow(
      "there is no group 'nothing'; groups: core, sequence, structure, chemistry, dynamics, all",
    );
  });

  it('gets its packages in the Dockerfile from the contracts', () => {
    const recipe = readFileSync(new URL('../../../deploy/Dockerfile', import.meta.url), 'utf8');
    expect(recipe).toMatch(/node tools\/doctor\.ts --packages --group "\$\{TOOLS\}"/);
    expect(recipe).toMatch(/echo bubblewrap; .*> \/debian/);
    expect(recipe).toMatch(/xargs apt-get install -y --no-install-recommends < \/tmp\/debian/);
    const words = new Set(recipe.split(/\s+/));
    // The Dockerfile may name python3: the stage that builds the tools' Python installs it.
    expect(packagesOf(contracts, 'all').filter((name) => name !== 'python3' && words.has(name))).toEqual([]);
  });
});
