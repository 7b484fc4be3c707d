import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { hintFor, leaveOutShort, runMmseqs, warnAllMasked } from '../shared/native/mmseqs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { check } from './check.ts';
import { colabfoldCalls, QUERIES, RESULT } from './colabfold.ts';
import { giveAlignments } from './giveAlignments.ts';
import { entriesOf, parseRows } from './rows.ts';
import { contract, database, queries as queriesSlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const read = readSearch(job.inputs, queriesSlot, database, job.dataset);
  const searched = await openSearched(job, read.database.records, 'protein', 'mmseqs');
  try {
    await search(job, read, searched);
  } finally {
    searched.close();
  }
};

async function search(job: ToolRun, read: ReturnType<typeof readSearch>, { subjects, db, isIndex }: SearchedDb) {
  const [queries, uploaded] = [read.queries.records, read.database.records];
  const notes = new Notes(job);
  notes.read(read.queries);
  notes.read(read.database);
  leaveOutShort(notes, read, { query: 'protein', subject: 'protein' }, false);
  writeFileSync(join(job.workdir, 'queries.fa'), writeSafeFasta(queries, withoutRareLetters));
  const calls = [
    ...(isIndex ? [] : [createDb(db, 'db')]),
    createDb('queries.fa', QUERIES),
    ...colabfoldCalls(isIndex ? db : 'db', job.settings, THREADS),
  ];
  for (const args of calls) {
    const { stopped, allMasked } = await runMmseqs({
      ...{ args, cwd: job.workdir, signal: job.signal, threads: THREADS },
      // With it the modules print no list of their settings.
      env: { MMSEQS_CALL_DEPTH: '1' },
    });
    if (stopped) return;
    if (!allMasked) continue;
    warnAllMasked(notes, (uploaded[0] ?? queries[0]!).inputId);
    break;
  }
  const hint = hintFor('protein', uploaded, job.settings);
  giveAlignments(job, queries, subjects, alignmentsOf(job, queries.length), notes, hint);
  job.progress(queries.length, queries.length);
}

const createDb = (file: string, name: string): string[] => [
  ...['createdb', file, name, '--dbtype', '1', '--shuffle', '0', '-v', '2'],
];

/** Returns the rows of each query. Without a result there are none. */
function alignmentsOf({ workdir }: ToolRun, count: number) {
  try {
    const index = readFileSync(join(workdir, `${RESULT}.index`), 'utf8');
    return entriesOf(readFileSync(join(workdir, RESULT)), index).map(parseRows);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Array.from({ length: count }, () => []);
  }
}
