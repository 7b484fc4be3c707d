import type { Run } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { LETTERS, predict } from './network.ts';
import { disorderPicture } from './picture.ts';
import { type Region, type RegionRule, regionsOf } from './regions.ts';
import { sequences } from './tool.ts';

/**
 * Letters that metapredict reads instead of those its network does not know. J and O, which metapredict refuses, are
 * replaced by the most similar residues.
 */
const known: Record<string, string> = { X: 'G', B: 'N', Z: 'Q', J: 'L', U: 'C', O: 'K' };

const isUnknown = (letter: string) => 'XBZJ'.includes(letter);

interface ScoreRow {
  sequence: string;
  index: number;
  residue: string;
  score: number | null;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const rule = job.settings as unknown as RegionRule;
  const table: ScoreRow[] = [];
  const sources = new Set<string>();
  for (const [i, record] of read.records.entries()) {
    const scores = scoresOf(record.sequence);
    const regions = regionsOf(scores, rule);
    noteLetters(notes, record);
    const rows = scoreRows(record, scores);
    const place = { sourceInputIds: [record.inputId] };
    job.item('proteins', proteinRow(record, scores, regions), place);
    for (const region of regions) job.item('regions', regionRow(record, scores, region), place);
    for (const row of rows) job.item('scores', row, place);
    if (i < MAX_PICTURES)
      job.file(PICTURE, numbered('disorder', i + 1, 'svg'), disorderPicture(record.name, rows, regions, rule), place);
    table.push(...rows);
    sources.add(record.inputId);
    job.progress(i + 1, read.records.length);
    if (!(await goOn(job.signal))) break;
  }
  const place = { sourceInputIds: [...sources] };
  job.file(
    'scores_table',
    'disorder.tsv',
    writeTsv(['sequence', 'index', 'residue', 'score'], table as object[] as Record<string, unknown>[]),
    place,
  );
};

/** Returns scores between 0 and 1, with four decimals like metapredict. */
function scoresOf(sequence: string): number[] {
  const letters = Uint8Array.from(sequence, (letter) => LETTERS.indexOf(known[letter] ?? letter));
  return Array.from(predict(letters), (value) => rounded(Math.min(1, Math.max(0, value)), 4));
}

const scoreRows = ({ name, sequence }: SequenceRecord, scores: number[]): ScoreRow[] =>
  scores.map((score, i) => {
    const residue = sequence[i]!;
    return { sequence: name, index: i + 1, residue, score: isUnknown(residue) ? null : score };
  });

function proteinRow({ name, sequence }: SequenceRecord, scores: number[], regions: Region[]) {
  const disordered = regions.filter(({ kind }) => kind === 'disordered');
  const residues = disordered.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    ...{ sequence: name, length: sequence.length, disordered: residues },
    disordered_pct: rounded((100 * residues) / sequence.length, 2),
    regions: disordered.length,
    mean_score: meanOf(scores),
    unknown: unknownIn(sequence),
  };
}

function regionRow({ name, sequence }: SequenceRecord, scores: number[], { kind, start, end }: Region) {
  return {
    ...{ sequence: name, kind, start: start + 1, end, length: end - start },
    mean_score: meanOf(scores.slice(start, end)),
    unknown: unknownIn(sequence.slice(start, end)),
  };
}

const unknownIn = (sequence: string) => [...sequence].filter(isUnknown).length;

const meanOf = (scores: number[]) => rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length, 4);

/** Notes what the network read instead of letters it does not know. */
function noteLetters(notes: Notes, { name, sequence, inputId, line }: FromInput<SequenceRecord>): void {
  const counts = Map.groupBy(
    [...sequence].filter((letter) => known[letter]),
    (letter) => letter,
  );
  for (const [letter, all] of counts) {
    const rest = isUnknown(letter)
      ? 'it has no score, and the scores around it rest on that'
      : 'its score is that of this residue';
    notes.warn(inputId, name, `${all.length} ${letter} read as ${known[letter]}: ${rest}`, line);
  }
}
