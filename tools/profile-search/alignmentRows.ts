import { ToolError } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import type { Family } from './families.ts';

/**
 * Returns an alignment of HH-suite with other names of its rows, each one word. The first row is the query, whose own
 * letters are restored.
 */
export function withNames(a3m: string, query: SequenceRecord, nameOf: (name: string) => string): string {
  const records = a3m.split(/^>/m).slice(1);
  return records
    .map((record, i) => {
      const end = record.indexOf('\n');
      if (i === 0) return `>${oneWord(query.name)}\n${query.sequence}\n`;
      const name = nameOf(record.slice(0, end).split(/\s/)[0]!);
      return `>${oneWord(name)}\n${record.slice(end + 1).replaceAll('\n', '')}\n`;
    })
    .join('');
}

/** Returns a function that returns `alignment/row` for a safe id such as `s000001.3`. */
export function rowsOf(families: Family[]): (name: string) => string {
  return (safe) => {
    const [id = '', row = '0'] = safe.split('.');
    const family = families[indexOfSafeId(id) ?? -1];
    const name = family?.rows[Number(row)]?.name;
    if (!family || name === undefined) throw new ToolError('hhsearch named an unknown sequence');
    return `${family.name}/${name}`;
  };
}

const oneWord = (name: string): string => name.replace(/\s+/g, '_');
