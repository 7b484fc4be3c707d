import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import type { Searched } from '../shared/datasets/records.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { extraColumns } from '../shared/native/columns.ts';
import { kindOf, lettersOf, type Match, numberOf, PROGRAM_COLUMNS, readMatches } from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { check } from './check.ts';
import { giveFormats } from './giveFormats.ts';
import { hintFor } from './hint.ts';
import { maskingSign } from './masking.ts';
import { ofWholeQuery, padded } from './padding.ts';
import { contract, database, queries as queriesSlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

/**
 * BLAST's columns without the frame of the database, which has proteins only. The coverage is that of the alignment.
 */
const columns = PROGRAM_COLUMNS.filter((column) => column !== 'sframe').map((column) =>
  column === 'qcovs' ? 'qcovhsp' : column,
);

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const read = readSearch(job.inputs, queriesSlot, database, job.dataset);
  const searched = await openSearched(job, read.database.records, 'protein', 'diamond');
  try {
    await search(job, read, searched);
  } finally {
    searched.close();
  }
};

async function search(job: ToolRun, read: ReturnType<typeof readSearch>, { subjects, db }: SearchedDb): Promise<void> {
  const queries = read.queries.records;
  const isDna = kindOf(job.inputs, queriesSlot) !== 'protein';
  const letters = lettersOf(kindOf(job.inputs, queriesSlot));
  const asRead = (sequence: string) => (isDna ? padded(letters(sequence)) : letters(sequence));
  writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(queries, asRead));
  const common = ['--threads', String(THREADS), '--quiet'];
  // DIAMOND 2.1.3 fails at proteins whose letters are all codes of nucleotides, unless it ignores warnings, which its
  // `makedb` cannot (bbuchfink/diamond #707). It then searches the FASTA file.
  const isMistaken = read.database.records.some(({ sequence }) => /^[ACGTUNRYSWKMBDHVX]+$/.test(sequence));
  const extra = extraColumns(job.settings);
  // DIAMOND writes one format in a run.
  const searchAs = (file: string, ...format: string[]) => [
    ...[String(job.settings.program), '-q', 'query.fa', '-d', job.dataset || isMistaken ? db : 'db', '-o', file],
    ...['--tmpdir', '.', '--ignore-warnings', ...options(job.settings), ...common, '--outfmt', ...format],
  ];
  const steps = [
    ...(job.dataset || isMistaken ? [] : [['makedb', '--in', db, '-d', 'db', ...common]]),
    searchAs('hits.tsv', '6', ...columns, ...extra),
    ...(job.settings.report ? [searchAs('report.txt', '0')] : []),
    ...(job.settings.xml ? [searchAs('report.xml', '5')] : []),
  ];
  for (const args of steps) {
    const { workdir: cwd, signal } = job;
    const { stopped } = await runProgram({ program: programs.diamond, args, cwd, signal, threads: THREADS });
    if (stopped) return;
  }
  const path = join(job.workdir, 'hits.tsv');
  const notes = new Notes(job);
  notes.read(read.queries);
  notes.read(read.database);
  const { max_target_seqs, top, program } = job.settings;
  const hint = hintFor(job.settings, read.database.records);
  const most = top === 0 ? (max_target_seqs as number) : Number.POSITIVE_INFINITY;
  const writer = matchWriter(job, queries, subjects, { notes, kind: 'protein', most, hint });
  const found = readMatches(programs.diamond, path, queries.length, subjects.length, columns.length, extra.length);
  const matches = found
    .map((match) => ({ ...match, numbers: [...match.numbers, 0] }))
    .map((match) => (isDna ? ofWholeQuery(match, queries[match.query]!.sequence.length) : match));
  writer.add(matches, 0, queries.length);
  writer.finish();
  giveFormats(job, notes, matches, queries, subjects);
  if (program === 'blastp') warnOfMasking(notes, queries, subjects, matches);
  job.progress(1, 1);
}

/** Warns of alignments of two proteins that masking has changed: they differ from what their letters would give. */
function warnOfMasking(notes: Notes, queries: FromInput<SequenceRecord>[], subjects: Searched, matches: Match[]): void {
  for (const match of matches) {
    const [query, subject] = [queries[match.query]!, subjects.at(match.subject)!];
    const [from, to] = [numberOf(match, 'qstart'), numberOf(match, 'qend')];
    const place = { qstart: from, qend: to, sstart: numberOf(match, 'sstart'), send: numberOf(match, 'send') };
    const gaps = numberOf(match, 'gapopen');
    const sign = maskingSign(query.sequence, subject.sequence, { ...place, gaps, pident: numberOf(match, 'pident') });
    if (sign === undefined) continue;
    const what = `the hit ${subject.name} at ${from}-${to}`;
    notes.warn(
      query.inputId,
      query.name,
      `${what} ${sign}: regions of low complexity are masked; see the setting masking`,
      query.line,
    );
  }
}

const options = (settings: Settings): string[] => [
  ...(settings.sensitivity === 'default' ? [] : [`--${settings.sensitivity}`]),
  ...(settings.min_score === 0 ? ['-e', String(settings.evalue)] : ['--min-score', String(settings.min_score)]),
  ...(settings.top === 0 ? ['-k', String(settings.max_target_seqs)] : ['--top', String(settings.top)]),
  ...['--max-hsps', String(settings.max_hsps), '--matrix', String(settings.matrix)],
  ...(settings.gap_open === -1
    ? []
    : ['--gapopen', String(settings.gap_open), '--gapextend', String(settings.gap_extend)]),
  ...['--id', String(settings.min_identity), '--query-cover', String(settings.query_cover)],
  ...['--subject-cover', String(settings.subject_cover), '--masking', String(settings.masking)],
  ...['--comp-based-stats', String(settings.comp_based_stats)],
  ...(settings.program === 'blastx'
    ? ['--query-gencode', String(settings.query_gencode), '--strand', String(settings.strand)]
    : []),
  ...(settings.frameshift === 0 ? [] : ['--frameshift', String(settings.frameshift)]),
];
