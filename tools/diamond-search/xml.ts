import { escaped } from '../blast-search/xml.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';

interface Named {
  at(index: number): { name: string; description: string } | undefined;
}

/**
 * Returns DIAMOND's XML (`--outfmt 5`) with the users' names. `database` replaces the path of the database. Letters
 * that DIAMOND does not know, such as U, are X in its alignments.
 */
export function restoreXml(text: string, queries: Named, subjects: Named, database: string): string {
  const of = (records: Named, id: string) => records.at(indexOfSafeId(id) ?? -1) ?? { name: '?', description: '' };
  return text
    .replace(/(<BlastOutput_db>)[^<]*/, (_, tag) => `${tag}${escaped(database)}`)
    .replace(/(query-def>)(s\d{6,9})(?=<)/g, (_, tag, id) => {
      const { name, description } = of(queries, id);
      return `${tag}${escaped(description === '' ? name : `${name} ${description}`)}`;
    })
    .replace(/(<Hit_id>)(s\d{6,9})(<\/Hit_id>\s*<Hit_def>)[^<]*(<\/Hit_def>\s*<Hit_accession>)[^<]*/g, (...match) => {
      const [, start, id, middle, end] = match;
      const { name, description } = of(subjects, id);
      return `${start}${escaped(name)}${middle}${escaped(description)}${end}${escaped(name)}`;
    });
}
