import { join } from 'node:path';
import { type ToolDataset, ToolError, type ToolRun } from '../contract.ts';
import { HH_DATABASE } from '../shared/datasets/records.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { writeAlignment } from '../shared/msa/writeAlignment.ts';
import { indexOfSafeId, safeId, withoutRareLetters } from '../shared/native/safeIds.ts';
import { firstWord } from '../shared/text.ts';
import { rowsOf, withNames } from './alignmentRows.ts';
import type { Family } from './families.ts';
import { writeHhDatabase } from './ffindex.ts';
import type { Hit } from './tool.ts';

/** What is found, in the users' words. `inputId` is undefined for a profile of a dataset. */
type Found = Pick<Hit, 'target' | 'representative' | 'description'> & { inputId?: string };

/** The profiles that are searched: a release of a dataset, or the alignments of the user. */
export interface Library {
  /** Path for the program. */
  path: string;
  count: number;
  /** Returns what a header in the program's report stands for. */
  foundBy(header: string): Found;
  /** Returns the name of a family by its number; undefined where names are as in the report. */
  nameOf?: (index: number) => string;
  /** Returns the program's alignment with the users' names. */
  restore(a3m: string, query: SequenceRecord): string;
}

export function datasetLibrary({ dir, records }: ToolDataset): Library {
  return {
    path: join(dir, HH_DATABASE),
    count: records,
    foundBy(header) {
      const { word: target, rest: description } = firstWord(header);
      return { target, representative: target, description };
    },
    restore: (a3m, query) => withNames(a3m, query, (name) => name),
  };
}

/** Writes the alignments of the user as a database. Their rows have safe ids. */
export function uploadedLibrary({ workdir }: ToolRun, families: Family[]): Library {
  writeHhDatabase(workdir, 'db', families.map(asA3m));
  return {
    path: 'db',
    count: families.length,
    foundBy(header) {
      const family = families[indexOfSafeId(firstWord(header).word) ?? -1];
      if (!family) throw new ToolError('hhsearch named an unknown alignment');
      return { target: family.name, representative: family.rows[0]!.name, description: '', inputId: family.inputId };
    },
    nameOf: (index) => families[index]!.name,
    restore: (a3m, query) => withNames(a3m, query, rowsOf(families)),
  };
}

/** Returns an alignment for the program. The first row has the safe id of the family, the others that of their place. */
function asA3m({ rows }: Family, index: number) {
  const named = rows.map(({ row }, i) => ({
    name: i === 0 ? safeId(index) : `${safeId(index)}.${i}`,
    sequence: withoutRareLetters(row),
  }));
  const a3m = writeAlignment(named, 'a3m', true);
  const first = a3m.slice(a3m.indexOf('\n') + 1, a3m.indexOf('\n>') === -1 ? undefined : a3m.indexOf('\n>'));
  return { a3m, columns: first.replace(/[a-z\n]/g, '').length };
}
