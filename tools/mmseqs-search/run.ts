import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import { kindOfDataset } from '../shared/datasets/reference.ts';
import { extraColumns, writeColumns } from '../shared/native/columns.ts';
import { kindOf, lettersOf, type Match, numberOf, readMatches } from '../shared/native/matches.ts';
import { matchWriter } from '../shared/native/matchWriter.ts';
import { clockStood, databaseType, hintFor, leaveOutShort, runMmseqs, warnAllMasked } from '../shared/native/mmseqs.ts';
import { programs } from '../shared/native/programs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { writeSafeFasta } from '../shared/native/safeIds.ts';
import { stoppedClock } from '../shared/native/stoppedClock.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { openSearched, type SearchedDb } from '../shared/releases/searchedDb.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { onItsStrand } from './strands.ts';
import { contract, database, matrices, queries as queriesSlot } from './tool.ts';
import { lengthOfWords } from './words.ts';

const THREADS = contract.limits.cpuCores;

/** Memory for the words of a part of the database. MMseqs2 searches larger databases in parts, with the same hits. */
const MEMORY = `${(0.75 * contract.limits.memoryMiB) / 1024}G`;

/** The columns in BLAST's order. Frames are missing: they follow from the positions. */
const COLUMNS = 'query,target,pident,alnlen,mismatch,gapopen,qstart,qend,tstart,tend,evalue,bits,qlen,tlen,qcov';
const COUNT = COLUMNS.split(',').length;
const NAMES = { query: 'query', subject: 'target', queryTitle: 'qheader', subjectTitle: 'theader' };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const read = readSearch(job.inputs, queriesSlot, database, job.dataset);
  const kind = job.dataset ? kindOfDataset(job.dataset) : kindOf(job.inputs, database);
  const searched = await openSearched(job, read.database.records, kind, 'mmseqs');
  try {
    await search(job, read, searched);
  } finally {
    searched.close();
  }
};

async function search(job: ToolRun, read: ReturnType<typeof readSearch>, searched: SearchedDb) {
  const { subjects, kind, db } = searched;
  const queries = read.queries.records;
  const kinds = { query: kindOf(job.inputs, queriesSlot), subject: kind };
  writeFileSync(join(job.workdir, 'query.fa'), writeSafeFasta(queries, lettersOf(kinds.query)));
  const extra = extraColumns(job.settings);
  const options = [
    ...optionsOf(job.settings),
    ...wordsOf(job.settings, kinds, searched.chosenResidues ?? read.residues),
    ...searchType(job.settings, kinds),
    ...databaseType(kinds.query),
  ];
  const place = { cwd: job.workdir, signal: job.signal, threads: THREADS };
  // `easy-search` gives one type to queries and database. A database of another kind is made before.
  const isMixed = !searched.isIndex && kinds.query !== kinds.subject;
  const createDb = ['createdb', db, 'db', ...databaseType(kinds.subject), '-v', '2'];
  if (isMixed && (await runMmseqs({ args: createDb, ...place })).stopped) return;
  const simulates = !comparesBases(job.settings, kinds) && !hasKnownStatistics(job.settings);
  const env = simulates ? stoppedClock() : undefined;
  const { stopped, allMasked, stdout } = await runMmseqs({
    args: [
      ...['easy-search', 'query.fa', isMixed ? 'db' : db, 'hits.m8', 'tmp'],
      ...options,
      ...['--format-output', [COLUMNS, ...extra].join(','), '-v', env ? '3' : '2'],
    ],
    ...(env && { env }),
    ...place,
  });
  if (stopped) return;
  const written = allMasked
    ? []
    : readMatches(programs.mmseqs, join(job.workdir, 'hits.m8'), queries.length, subjects.length, COUNT, extra.length);
  const byBases = comparesBases(job.settings, kinds);
  const translated = !byBases && [kinds.query, kinds.subject].includes('dna');
  const found = byBases
    ? written.map((one) => onItsStrand(one, queries[one.query]!.sequence, subjects.at(one.subject)!.sequence))
    : written;
  // MMseqs2 writes the coverage as a fraction.
  const matches = found.map((match) => ({
    ...match,
    numbers: [
      ...match.numbers.slice(0, -1),
      rounded(100 * match.numbers.at(-1)!, 1),
      ...framesOf(match, kinds, translated),
    ],
  }));
  const notes = new Notes(job);
  notes.read(read.queries);
  notes.read(read.database);
  leaveOutShort(notes, read, kinds, translated);
  if (simulates && !allMasked && !clockStood(stdout)) warnOfSimulation(notes, queries[0]!);
  if (allMasked) warnAllMasked(notes, (read.database.records[0] ?? queries[0]!).inputId);
  const writer = matchWriter(job, queries, subjects, {
    notes,
    kind: kinds.subject,
    most: job.settings.max_seqs as number,
    hint: hintFor(kinds.query, read.database.records, job.settings),
  });
  writer.add(matches, 0, queries.length);
  writer.finish();
  if (extra.length > 0) {
    const table = writeColumns(job.settings, matches, queries, subjects, NAMES, placeOf);
    job.file('columns', 'columns.tsv', table, { sourceInputIds: job.inputs.map(({ id }) => id) });
  }
  job.progress(1, 1);
}

/** Whether MMseqs2 has the parameters of E-values for the matrix and the costs of gaps. */
const hasKnownStatistics = ({ matrix, gap_open, gap_extend }: Settings): boolean =>
  matrix === 'BLOSUM62' && [-1, 11].includes(gap_open as number) && [-1, 1].includes(gap_extend as number);

/** MMseqs2's simulation takes fewer samples when the machine is slow, because it counts the seconds of a clock that runs. */
function warnOfSimulation(notes: Notes, { inputId, name }: { inputId: string; name: string }): void {
  notes.warn(
    inputId,
    name,
    'E-values and bit scores of this matrix and these gap costs are estimated by a simulation of at most a minute, so they may differ by some percent when the search is repeated on a busy machine',
  );
}

/** Returns the cells of a match that `onItsStrand` may have changed. */
const placeOf = (match: Match) => ({ tstart: numberOf(match, 'sstart'), tend: numberOf(match, 'send') });

interface Kinds {
  query: string;
  subject: string;
}

const optionsOf = (settings: Settings): string[] => [
  ...['-e', String(settings.evalue), '-s', String(settings.sensitivity), '--max-seqs', String(settings.max_seqs)],
  ...['-c', String(settings.coverage), '--cov-mode', String(settings.cov_mode)],
  ...['--min-seq-id', String(settings.min_identity), '--mask', settings.mask ? '1' : '0'],
  ...(settings.matrix === 'BLOSUM62'
    ? []
    : ['--sub-mat', `aa:${matrices[settings.matrix as string]},nucl:nucleotide.out`]),
  ...(settings.gap_open === -1 ? [] : ['--gap-open', bothKinds(settings.gap_open)]),
  ...(settings.gap_extend === -1 ? [] : ['--gap-extend', bothKinds(settings.gap_extend)]),
  ...(settings.iterations === 1 ? [] : ['--num-iterations', String(settings.iterations)]),
  ...(settings.iterations === 1 ? [] : ['--e-profile', String(settings.inclusion_evalue)]),
  ...(settings.spaced_kmers ? [] : ['--spaced-kmer-mode', '0']),
  ...['--translation-table', String(settings.genetic_code), '--threads', String(THREADS)],
  ...['--split-memory-limit', MEMORY],
];

/** Returns a cost for searches of residues and of bases. */
const bothKinds = (cost: unknown): string => `aa:${cost},nucl:${cost}`;

/** Returns whether DNA is compared with DNA base by base. */
const comparesBases = ({ dna_search }: Settings, { query, subject }: Kinds): boolean =>
  query === 'dna' && subject === 'dna' && dna_search === 'nucleotides';

/** Returns the length of words, where MMseqs2 should not choose it. */
function wordsOf(settings: Settings, kinds: Kinds, residues: number): string[] {
  const chosen = comparesBases(settings, kinds) ? lengthOfWords(residues) : 0;
  const length = Number(settings.kmer_length) || chosen;
  return length === 0 ? [] : ['-k', String(length)];
}

/** Returns the search type, which MMseqs2 would otherwise guess from the letters. */
function searchType(settings: Settings, kinds: Kinds): string[] {
  if (kinds.query === 'protein' && kinds.subject === 'protein') return ['--search-type', '1'];
  return comparesBases(settings, kinds) ? ['--search-type', '3', '--strand', '2'] : ['--search-type', '2'];
}

/** Returns the frames of both sequences, counted from the end at which each was read. */
function framesOf(match: Match, { query, subject }: Kinds, translated: boolean): [number, number] {
  const frame = (kind: string, start: number, end: number, length: number): number => {
    if (kind === 'protein') return 0;
    const strand = start <= end ? 1 : -1;
    if (!translated) return strand;
    return strand * ((strand > 0 ? (start - 1) % 3 : (length - start) % 3) + 1);
  };
  const value = (column: Parameters<typeof numberOf>[1]) => numberOf(match, column);
  return [
    frame(query, value('qstart'), value('qend'), value('qlen')),
    frame(subject, value('sstart'), value('send'), value('slen')),
  ];
}
