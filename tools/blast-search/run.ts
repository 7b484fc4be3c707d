import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program, Run, Settings, ToolRun } from '../contract.ts';
import { kindOfDataset } from '../shared/datasets/reference.ts';
import {
  kindOf,
  lettersOf,
  type Match,
  numberOf,
  PROGRAM_COLUMNS,
  readMatches,
  withValue,
} from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { writeTsv } from '../shared/tsv.ts';
import { ALIGNED, ALIGNED_OF_BLAST, readAligned } from './aligned.ts';
import { check } from './check.ts';
import { hintFor } from './hint.ts';
import { restoreReport } from './report.ts';
import { contract, database, kindsOf, queries as queriesSlot, tasksOf } from './tool.ts';
import { joinXml } from './xml.ts';

const THREADS = contract.limits.cpuCores;

/**
 * Queries are searched in parts, so that progress can be reported. The number of parts is small, because each starts
 * three programs.
 */
const MAX_PARTS = 10;
const LEAST_QUERIES = 5;

/** Maximum number of sequences in the report, for each query. */
const MAX_REPORTED = 100;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const read = readSearch(job.inputs, queriesSlot, database, job.dataset);
  const kind = job.dataset ? kindOfDataset(job.dataset) : kindOf(job.inputs, database);
  const searched = await openSearched(job, read.database.records, kind, 'blast');
  try {
    const formatted = searched.isIndex ? searched : await format(job, searched);
    if (formatted) await search(job, read, formatted);
  } finally {
    searched.close();
  }
};

async function search(job: ToolRun, read: ReturnType<typeof readSearch>, { subjects, kind, db }: SearchedDb) {
  const queries = read.queries.records;
  const letters = lettersOf(kindOf(job.inputs, queriesSlot));
  const most = job.settings.max_target_seqs as number;
  const notes = new Notes(job);
  notes.read(read.queries);
  notes.read(read.database);
  const writer = matchWriter(job, queries, subjects, {
    notes,
    kind,
    most,
    hint: hintFor(job.settings, read.database.records),
  });
  const reports: string[] = [];
  const xml: string[] = [];
  const aligned: ReturnType<typeof readAligned> = [];
  const size = Math.max(LEAST_QUERIES, Math.ceil(queries.length / MAX_PARTS));
  for (let first = 0; first < queries.length; first += size) {
    const part = queries.slice(first, first + size);
    writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(part, letters, first));
    if (await searchStops(job, db)) break;
    const end = first + part.length;
    const path = join(job.workdir, 'hits.tsv');
    const matches = readMatches(programs.blastFormatter, path, queries.length, subjects.length);
    writer.add(wanted(matches, job.settings), first, end);
    const report = readOutput(programs.blastFormatter, join(job.workdir, 'report.txt'));
    reports.push(restoreReport(report, queries, subjects));
    if (job.settings.xml) xml.push(readOutput(programs.blastFormatter, join(job.workdir, 'report.xml')));
    if (job.settings.aligned) {
      const least = job.settings.perc_identity as number;
      aligned.push(...readAligned(join(job.workdir, 'aligned.tsv'), queries, subjects, least));
    }
    job.progress(end, queries.length);
  }
  if (reports.length === 0) return;
  writer.finish();
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  job.file('report', 'report.txt', reports.join('\n'), place);
  const name = job.dataset ? `${job.dataset.id}@${job.dataset.release}` : 'database';
  if (job.settings.xml) job.file('xml', 'report.xml', joinXml(xml, queries, subjects, name), place);
  if (job.settings.aligned) job.file('aligned', 'aligned.tsv', writeTsv([...ALIGNED], aligned), place);
}

/** Formats sequences of the user, or those that a filter leaves of a dataset. Returns undefined when the job was stopped. */
async function format(job: ToolRun, staged: SearchedDb): Promise<SearchedDb | undefined> {
  const dbtype = staged.kind === 'protein' ? 'prot' : 'nucl';
  const args = ['-in', staged.db, '-dbtype', dbtype, '-out', 'db', '-title', 'database'];
  return (await stops(job, programs.makeblastdb, args)) ? undefined : { ...staged, db: 'db' };
}

/** Runs one search, and converts its archive to tables and reports. Returns whether the job was stopped. */
async function searchStops(job: ToolRun, db: string): Promise<boolean> {
  const name = job.settings.program as keyof typeof kindsOf & 'blastp';
  const most = String(job.settings.max_target_seqs);
  const reported = String(Math.min(Number(most), MAX_REPORTED));
  const search = ['-query', 'query.fa', '-db', db, ...options(job.settings), '-max_target_seqs', most];
  const table = ['-outfmt', `6 ${PROGRAM_COLUMNS.join(' ')}`, '-max_target_seqs', most, '-out', 'hits.tsv'];
  const report = ['-outfmt', '0', '-num_descriptions', reported, '-num_alignments', reported, '-out', 'report.txt'];
  const { xml, aligned } = job.settings;
  const formats = [
    ...[table, report],
    ...(xml ? [['-outfmt', '5', '-max_target_seqs', most, '-out', 'report.xml']] : []),
    ...(aligned
      ? [['-outfmt', `6 ${ALIGNED_OF_BLAST.join(' ')}`, '-max_target_seqs', most, '-out', 'aligned.tsv']]
      : []),
  ];
  if (await stops(job, programs[name], [...search, '-outfmt', '11', '-out', 'archive.asn'])) return true;
  // Each has one thread and reads the same small archive, so they run at once.
  const stopped = await Promise.all(
    formats.map((format) => stops(job, programs.blastFormatter, ['-archive', 'archive.asn', ...format])),
  );
  return stopped.includes(true);
}

async function stops(job: ToolRun, program: Program, args: string[]): Promise<boolean> {
  const { workdir: cwd, signal } = job;
  return (await runProgram({ program, args, cwd, signal, threads: THREADS })).stopped;
}

function options(settings: Settings): string[] {
  const { program, evalue, low_complexity, soft_masking, comp_based_stats } = settings;
  const [ofQueries, ofDatabase] = kindsOf[program as string]!;
  const isDna = program === 'blastn';
  const task = settings.task === 'auto' ? tasksOf[program as string]![0]! : (settings.task as string);
  const given = (option: string, value: unknown, own: unknown): string[] =>
    value === own ? [] : [`-${option}`, String(value)];
  return [
    ...['-evalue', String(evalue), '-num_threads', String(THREADS)],
    // Without a task, blastn would search only for nearly identical DNA, as megablast does.
    ...(program === 'tblastx' ? [] : ['-task', task]),
    ...[isDna ? '-dust' : '-seg', low_complexity ? 'yes' : 'no', '-soft_masking', String(soft_masking)],
    ...given('matrix', settings.matrix, 'auto'),
    ...given('gapopen', settings.gap_open, -1),
    ...given('gapextend', settings.gap_extend, -1),
    ...given('reward', settings.reward, 0),
    ...given('penalty', settings.penalty, 0),
    ...given('word_size', settings.word_size, 0),
    ...given('max_hsps', settings.max_hsps, 0),
    ...given('qcov_hsp_perc', settings.qcov_hsp_perc, 0),
    ...(isDna ? given('perc_identity', settings.perc_identity, 0) : []),
    ...(ofQueries === 'dna' ? ['-strand', String(settings.strand)] : []),
    ...(ofQueries === 'dna' && !isDna ? ['-query_gencode', String(settings.query_gencode)] : []),
    ...(ofDatabase === 'dna' && !isDna ? ['-db_gencode', String(settings.db_gencode)] : []),
    ...(isDna || program === 'tblastx' ? [] : ['-comp_based_stats', String(comp_based_stats)]),
  ];
}

/**
 * Returns the matches with enough identity. Frames of proteins are set to 0, because BLAST also writes frames for them.
 */
function wanted(matches: Match[], { program, perc_identity }: Settings): Match[] {
  const [ofQueries, ofDatabase] = kindsOf[program as string]!;
  return matches
    .filter((match) => numberOf(match, 'pident') >= (perc_identity as number))
    .map((match) => (ofQueries === 'protein' ? withValue(match, 'qframe', 0) : match))
    .map((match) => (ofDatabase === 'protein' ? withValue(match, 'sframe', 0) : match));
}
