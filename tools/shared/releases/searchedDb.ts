import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDataset, ToolRun } from '../../contract.ts';
import { kindOfDataset } from '../datasets/chooseRelease.ts';
import { openRecords, SEQUENCES, type Searched } from '../datasets/records.ts';
import type { SequenceRecord } from '../fasta.ts';
import { lettersOf } from '../native/matches.ts';
import { writeSafeFasta } from '../native/safeIds.ts';
import { type IndexName, indexPath } from './buildIndexes.ts';

/** The database of a search: a release of a dataset, or the sequences of the user in the job's folder. */
export interface SearchedDb {
  subjects: Searched;
  kind: 'protein' | 'dna';
  /** Path for the program: of an index, or of a FASTA file. */
  db: string;
  close(): void;
}

/** Opens a release of sequences. `index` names the program's index; without it `db` is the FASTA file of the release. */
export function openDataset(dataset: ToolDataset, index?: IndexName): SearchedDb {
  const subjects = openRecords(dataset.dir);
  const db = index ? indexPath(dataset.dir, index) : join(dataset.dir, SEQUENCES);
  return { subjects, kind: kindOfDataset(dataset), db, close: subjects.close };
}

const UPLOADED = 'db.fa';

/** Writes the sequences of the user as a FASTA file with safe ids. */
export function stageUploaded(job: ToolRun, subjects: SequenceRecord[], kind: string): SearchedDb {
  writeFileSync(join(job.workdir, UPLOADED), writeSafeFasta(subjects, lettersOf(kind)));
  return { subjects, kind: kind === 'protein' ? 'protein' : 'dna', db: UPLOADED, close: () => {} };
}
