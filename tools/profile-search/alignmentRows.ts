import { ToolError } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import type { Family } from './families.ts';

/**
 * Returns an alignment of HH-suite with the users' names: the query, whose own letters are restored, and the rows of
 * the alignments that were found. A row is called `alignment/row`, without white space.
 */
export function restoreRows(a3m: string, query: SequenceRecord, families: Family[]): string {
  const records = a3m.split(/^>/m).slice(1);
  return records
    .map((record, i) => {
      const end = record.indexOf('\n');
      if (i === 0) return `>${oneWord(query.name)}\n${query.sequence}\n`;
      const [id = '', row = '0'] = record.slice(0, end).split(/\s/)[0]!.split('.');
      const family = families[indexOfSafeId(id) ?? -1];
      const name = family?.rows[Number(row)]?.name;
      if (!family || name === undefined) throw new ToolError('hhsearch named an unknown sequence');
      return `>${oneWord(`${family.name}/${name}`)}\n${record.slice(end + 1).replaceAll('\n', '')}\n`;
    })
    .join('');
}

const oneWord = (name: string): string => name.replace(/\s+/g, '_');
