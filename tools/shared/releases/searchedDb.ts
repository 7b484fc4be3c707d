import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDataset, ToolRun } from '../../contract.ts';
import { filterOf } from '../datasets/recordFilter.ts';
import { openRecords, SEQUENCES, type Searched } from '../datasets/records.ts';
import { kindOfDataset } from '../datasets/reference.ts';
import type { SequenceRecord } from '../fasta.ts';
import { lettersOf } from '../native/matches.ts';
import { writeSafeFasta } from '../native/safeIds.ts';
import { type IndexName, indexPath } from './buildIndexes.ts';
import { chooseRecords, writeChosen } from './chooseRecords.ts';

/** The database of a search: a release of a dataset, or the sequences of the user in the job's folder. */
export interface SearchedDb {
  subjects: Searched;
  kind: 'protein' | 'dna';
  /** Path for the program: of an index, or of a FASTA file. */
  db: string;
  isIndex: boolean;
  /** Residues of the records that a filter leaves; undefined without a filter. */
  chosenResidues?: number;
  close(): void;
}

/**
 * Opens the release of a job. `index` names the program's index; without it `db` is the FASTA file of the release. With a
 * filter `db` is a FASTA file with the chosen records only, so E-values are those of a database that has no others.
 *
 * @throws ToolError for a filter that leaves no record, or that names one which does not exist.
 */
export async function openDataset(job: ToolRun & { dataset: ToolDataset }, index?: IndexName): Promise<SearchedDb> {
  const { dataset } = job;
  const filter = filterOf(job.settings);
  const chosen = filter && (await chooseRecords(dataset, filter));
  const counts = chosen && writeChosen(dataset, chosen, join(job.workdir, UPLOADED));
  const records = openRecords(dataset.dir);
  const about = { kind: kindOfDataset(dataset), close: records.close };
  if (counts) {
    const subjects = { ...records, count: counts.records };
    return { ...about, subjects, db: UPLOADED, isIndex: false, chosenResidues: counts.residues };
  }
  if (index) return { ...about, subjects: records, db: indexPath(dataset.dir, index), isIndex: true };
  return { ...about, subjects: records, db: join(dataset.dir, SEQUENCES), isIndex: false };
}

const UPLOADED = 'db.fa';

/** Opens the database of a job: its dataset, or the sequences of the user as a FASTA file with safe ids. */
export async function openSearched(
  job: ToolRun,
  subjects: SequenceRecord[],
  kind: string,
  index?: IndexName,
): Promise<SearchedDb> {
  const { dataset } = job;
  if (dataset) return openDataset({ ...job, dataset }, index);
  writeFileSync(join(job.workdir, UPLOADED), writeSafeFasta(subjects, lettersOf(kind)));
  return { subjects, kind: kind === 'protein' ? 'protein' : 'dna', db: UPLOADED, isIndex: false, close: () => {} };
}
