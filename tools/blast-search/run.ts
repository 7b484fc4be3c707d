import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program, Run, Settings, ToolRun } from '../contract.ts';
import { COLUMNS, kindOf, lettersOf, readMatches } from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { writeSafeFasta } from '../shared/native/safeIds.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { restoreReport } from './report.ts';
import { contract, database, queries as queriesSlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

/** Queries are searched in parts, which progress counts. Each starts three programs, so there are few. */
const MAX_PARTS = 10;
const LEAST_QUERIES = 5;

/** Sequences of the report, for each query. */
const MAX_REPORTED = 100;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSearch(job.inputs, queriesSlot, database);
  const [queries, subjects] = [read.queries.records, read.database.records];
  const kind = kindOf(job.inputs, database);
  writeFileSync(join(job.workdir, 'db.fa'), writeSafeFasta(subjects, lettersOf(kind)));
  const dbtype = kind === 'protein' ? 'prot' : 'nucl';
  if (await stops(job, programs.makeblastdb, ['-in', 'db.fa', '-dbtype', dbtype, '-out', 'db', '-title', 'database']))
    return;

  const letters = lettersOf(kindOf(job.inputs, queriesSlot));
  const writer = matchWriter(job, queries, subjects, kind === 'protein' ? 'hit_sequences' : 'hit_nucleotides');
  const reports: string[] = [];
  const size = Math.max(LEAST_QUERIES, Math.ceil(queries.length / MAX_PARTS));
  for (let first = 0; first < queries.length; first += size) {
    const part = queries.slice(first, first + size);
    writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(part, letters, first));
    if (await searchStops(job)) break;
    const end = first + part.length;
    const path = join(job.workdir, 'hits.tsv');
    writer.add(readMatches(programs.blastFormatter, path, queries.length, subjects.length), first, end);
    const report = readOutput(programs.blastFormatter, join(job.workdir, 'report.txt'));
    reports.push(restoreReport(report, queries, subjects));
    job.progress(end, queries.length);
  }
  if (reports.length === 0) return;
  writer.finish();
  job.file('report', 'report.txt', reports.join('\n'), { sourceInputIds: job.inputs.map(({ id }) => id) });
};

/** One search, from whose archive come the table and the report. */
async function searchStops(job: ToolRun): Promise<boolean> {
  const name = job.settings.program as 'blastp' | 'blastx' | 'tblastn' | 'blastn';
  const most = String(job.settings.max_target_seqs);
  const reported = String(Math.min(Number(most), MAX_REPORTED));
  const search = ['-query', 'query.fa', '-db', 'db', ...options(job.settings), '-max_target_seqs', most];
  const table = ['-outfmt', `6 ${COLUMNS.join(' ')}`, '-max_target_seqs', most, '-out', 'hits.tsv'];
  const report = ['-outfmt', '0', '-num_descriptions', reported, '-num_alignments', reported, '-out', 'report.txt'];
  return (
    (await stops(job, programs[name], [...search, '-outfmt', '11', '-out', 'archive.asn'])) ||
    (await stops(job, programs.blastFormatter, ['-archive', 'archive.asn', ...table])) ||
    (await stops(job, programs.blastFormatter, ['-archive', 'archive.asn', ...report]))
  );
}

async function stops(job: ToolRun, program: Program, args: string[]): Promise<boolean> {
  const { workdir: cwd, signal } = job;
  return (await runProgram({ program, args, cwd, signal, threads: THREADS })).stopped;
}

function options({ program, task, evalue, matrix, low_complexity }: Settings): string[] {
  const mask = low_complexity ? 'yes' : 'no';
  return [
    ...['-evalue', String(evalue), '-num_threads', String(THREADS)],
    // By default blastn looks for nearly identical DNA alone, as megablast does.
    ...(program === 'blastn' ? ['-task', 'blastn', '-dust', mask] : ['-seg', mask, '-matrix', String(matrix)]),
    ...(program === 'blastp' ? ['-task', String(task)] : []),
  ];
}
