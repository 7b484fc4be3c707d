import type { MoleculeRecord } from './molecules.ts';
import { tagColumns } from './moleculeTools.ts';

/**
 * Writes lines `SMILES<TAB>name`. If molecules have tags, a header line names further columns, which the reader of such
 * lists recognises. White space within a value becomes one space.
 */
export function writeSmilesList(
  molecules: { smiles: string; record: Pick<MoleculeRecord, 'name' | 'tags'> }[],
): string {
  const tags = tagColumns(molecules.map(({ record }) => record));
  const cell = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = molecules.map(({ smiles, record }) => {
    const values = tags.map((tag) => cell(record.tags?.get(tag) ?? ''));
    return [smiles, record.name, ...values].join('\t');
  });
  // A tag called `name` must not be taken for the column of the names.
  const header = [
    'smiles',
    NAME_COLUMN,
    ...tags.map((tag) => (tag.toLowerCase() === NAME_COLUMN ? `${tag}_2` : cell(tag))),
  ];
  const all = tags.length > 0 ? [header.join('\t'), ...lines] : lines;
  return all.map((line) => `${line}\n`).join('');
}

const NAME_COLUMN = 'name';
