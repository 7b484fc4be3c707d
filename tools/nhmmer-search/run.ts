import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { sameSequenceHint, unknownHint } from '../shared/native/hints.ts';
import { readReport, thresholds } from '../shared/native/hmmer.ts';
import { programs } from '../shared/native/programs.ts';
import { readDatabase } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { check } from './check.ts';
import { giveRegions } from './giveRegions.ts';
import { type Queries, type Query, readQueries } from './queries.ts';
import { readRegions } from './readRegions.ts';
import { contract, database } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const asked = readQueries(job.inputs);
  const read = readDatabase(job.inputs, database, job.dataset).database;
  const notes = new Notes(job);
  notes.read(asked);
  notes.read(read);
  const searched = await openSearched(job, read.records, 'dna');
  try {
    await search(job, asked, searched, notes, hintFor(read.records));
  } finally {
    searched.close();
  }
};

type Hint = (query: Query) => string | undefined;

async function search(job: ToolRun, { queries }: Queries, { subjects, db }: SearchedDb, notes: Notes, hint: Hint) {
  const most = job.settings.max_hits as number;
  for (const [i, query] of queries.entries()) {
    const [file, prefix] = [`query-${i}`, `found-${i}`];
    writeFileSync(join(job.workdir, file), query.text);
    const { stopped } = await runProgram({
      program: programs.nhmmer,
      args: [...options(job.settings, prefix), ...query.options, '--tformat', 'fasta', file, db],
      cwd: job.workdir,
      signal: job.signal,
      threads: THREADS,
    });
    if (stopped) return;
    const length = Number(/^Query: .*\[M=(\d+)\]/m.exec(readReport(programs.nhmmer, job.workdir, prefix))![1]);
    const regions = readRegions(job.workdir, prefix, subjects.length);
    giveRegions(job, { query, number: i + 1, length, prefix }, regions, subjects);
    const warn = (warning: string) => notes.warn(query.inputId, query.name, warning, query.line);
    if (regions.length > most) warn(`has ${regions.length} hits, of which the best ${most} are given: see max_hits`);
    const reason = regions.length === 0 ? hint(query) : undefined;
    if (reason) warn(reason);
    job.progress(i + 1, queries.length);
  }
}

function options(settings: Settings, prefix: string): string[] {
  const { max_sensitivity, bias_filter, database_size, strand } = settings;
  return [
    ...['--noali', '--notextw', '--cpu', String(THREADS), '--seed', '42'],
    ...thresholds(settings),
    // `--max` turns off all filters, including the bias filter.
    ...(max_sensitivity ? ['--max'] : bias_filter ? [] : ['--nobias']),
    ...(strand === 'plus' ? ['--watson'] : strand === 'minus' ? ['--crick'] : []),
    ...(database_size === 0 ? [] : ['-Z', String(database_size)]),
    ...['--tblout', `${prefix}.tbl`, '-A', `${prefix}.sto`, '-o', `${prefix}.txt`],
  ];
}

/** Shorter queries score too little to be found in most databases. */
const SHORT = 30;

/** Returns a function that explains why a query found nothing, if its sequence is the reason. */
function hintFor(searched: SequenceRecord[]): Hint {
  const same = sameSequenceHint(searched, 'HMMER takes matches of low complexity for chance');
  return ({ sequence }) => {
    if (sequence === undefined) return undefined;
    const short = `found nothing; a query of ${sequence.length} bases scores too little: blast-search with the program blastn and the task blastn-short finds such sequences`;
    return unknownHint(sequence, true) ?? (sequence.length < SHORT ? short : same(sequence));
  };
}
