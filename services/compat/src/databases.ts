import type { SubmittedInputBody } from '@rotamer/api/schemas/jobInput.ts';
import { BadRequest } from './http/badRequest.ts';
import type { Settings } from './http/readParameters.ts';

/** Names by which public services know databases, and the datasets that hold them. Other names are the ids of datasets. */
const ALIASES: Record<string, string> = {
  uniprotkb_swissprot: 'swissprot',
  uniprot_sprot: 'swissprot',
  pdb: 'pdb-seqres',
  pdbaa: 'pdb-seqres',
  'pfam-a': 'pfam',
};

export type Aliases = ReadonlyMap<string, string>;

/**
 * Returns the aliases of databases: those of this file, and those of the setting, such as `nr=uniref50,nt=my-genomes`.
 *
 * @throws Error for an entry without `=`
 */
export function readAliases(setting: string): Aliases {
  const own = setting
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry): [string, string] => {
      const [, name, dataset] = /^\s*([^\s=]+)\s*=\s*([^\s=]+)\s*$/.exec(entry) ?? [];
      if (!name || !dataset) throw new Error(`ROTAMER_DATABASE_ALIASES has '${entry}', which is not name=dataset`);
      return [name.toLowerCase(), dataset];
    });
  return new Map([...Object.entries(ALIASES), ...own]);
}

/** What a job searches: a dataset, named by a setting, or a saved file of the caller, which is an input. */
export interface Database {
  settings: Settings;
  inputs: SubmittedInputBody[];
}

/**
 * Returns the database that a protocol's name stands for: an alias, the id of a dataset (`swissprot`, `swissprot@2026_04`),
 * or the id of a saved file (`file_…`) of this kind and format.
 */
export function databaseOf(
  name: string,
  aliases: Aliases,
  { kind, format = 'FASTA', slot = 'database' }: { kind: string; format?: string; slot?: string },
): Database {
  const given = name.trim();
  if (given === '') throw new BadRequest('database is missing');
  if (/\s|,/.test(given)) throw new BadRequest(`database must name one database, not '${given}'`);
  if (/^file_[0-9a-z]+$/.test(given)) {
    const source = { type: 'file' as const, file_id: given };
    return { settings: {}, inputs: [{ id: 'database', slotId: slot, kind, format, source }] };
  }
  return { settings: { database: aliases.get(given.toLowerCase()) ?? given }, inputs: [] };
}
