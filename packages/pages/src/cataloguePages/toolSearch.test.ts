import { tools } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { TASKS } from './testing/taskWords.ts';
import { createToolSearch } from './toolSearch.ts';

const search = createToolSearch(tools.map(({ contract }) => contract));

describe('a search of tools', () => {
  it.each(TASKS)('for "%s" finds %s among the first three', (task, id) => {
    expect(search(task).slice(0, 3)).toContain(id);
  });

  it.each([
    ['phylogenetics trees', 'iqtree'],
    ['minimisation', 'gromacs-minimize'],
    ['hidrophobicity', 'protein-properties'],
    ['Isoelectric', 'protein-properties'],
  ])('forgives endings and mistakes: %s', (task, id) => {
    expect(search(task).slice(0, 3)).toContain(id);
  });

  it('returns all tools for an empty query and none for words that no tool has', () => {
    expect(search(' ')).toHaveLength(tools.length);
    expect(search('xylophone')).toEqual([]);
    expect(search('<script>')).toEqual([]);
  });
});
