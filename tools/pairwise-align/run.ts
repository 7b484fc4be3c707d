import type { Run, Settings, ToolRun } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { countUnknown, type ResidueKind } from '../shared/residueCodes.ts';
import { type Alignment, type AlignOptions, align } from './align.ts';
import { check, gapCosts } from './check.ts';
import { measure } from './measure.ts';
import { type Costs, pairText } from './pairText.ts';
import { type MatrixName, type Substitution, substitution } from './substitution.ts';
import { query as querySlot, targets as targetSlot } from './tool.ts';

type Sequence = FromInput<SequenceRecord>;
type Read = ReturnType<typeof readSequences>;

interface Aligned {
  target: Sequence;
  /** Position of the target in the request, from 1. */
  number: number;
  alignment: Alignment;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const notes = new Notes(job);
  const [queries, targetRecords] = [querySlot, targetSlot].map((slot) => readSequences(job.inputs, slot)) as [
    Read,
    Read,
  ];
  for (const read of [queries, targetRecords]) notes.read(read);
  const query = queries.records[0]!;
  const targets = targetRecords.records;
  const kind = job.inputs[0]!.kind as ResidueKind;
  const costs = gapCosts(job.settings);
  const options: AlignOptions = {
    mode: job.settings.mode as 'global' | 'local',
    gapOpen: costs.open,
    gapExtend: costs.extend,
    endOpen: costs.endOpen,
    endExtend: costs.endExtend,
    matrix: substitution(job.settings.matrix as MatrixName, kind),
  };

  warnOfUnknown(notes, [query, ...targets], kind);
  const aligned: Aligned[] = [];
  for (const [i, target] of targets.entries()) {
    aligned.push({ target, number: i + 1, alignment: align(query.sequence, target.sequence, options) });
    job.progress(i + 1, targets.length);
    if (!(await goOn(job.signal))) break;
  }

  // Ranks are known when all are done, or when the job is stopped. Equal scores keep the order of the input.
  aligned.sort((a, b) => b.alignment.score - a.alignment.score);
  for (const [i, { target, number, alignment }] of aligned.entries()) {
    const place = { sourceInputIds: [query.inputId, target.inputId], rank: i + 1 };
    const isEmpty = alignment.query === '';
    job.item(
      'alignments',
      {
        query: query.name,
        target: target.name,
        score: Number(alignment.score.toFixed(6)),
        ...measure(alignment, options.matrix),
        query_start: isEmpty ? null : alignment.queryStart + 1,
        query_end: isEmpty ? null : alignment.queryStart + residuesIn(alignment.query),
        target_start: isEmpty ? null : alignment.targetStart + 1,
        target_end: isEmpty ? null : alignment.targetStart + residuesIn(alignment.target),
        query_length: query.sequence.length,
        target_length: target.sequence.length,
      },
      place,
    );
    if (isEmpty) continue;
    const rows = [
      { ...query, sequence: alignment.query },
      { ...target, sequence: alignment.target },
    ];
    job.file('alignment', numbered('alignment', number, 'afa'), writeFasta(rows), place);
  }
  givePairs(job, query, aligned, { matrix: matrixName(job.settings, kind), ...costs }, options.matrix);
  for (const [i, one] of aligned.slice(0, MAX_PICTURES).entries()) draw(job, query, one, i + 1);
};

/** Returns the name that EMBOSS has for the matrix. */
function matrixName({ matrix }: Settings, kind: ResidueKind): string {
  if (kind === 'dna') return 'EDNAFULL';
  if (matrix === 'IDENTITY') return matrix;
  return matrix === 'AUTO' || matrix === 'EDNAFULL' ? 'EBLOSUM62' : `E${matrix}`;
}

function givePairs(job: ToolRun, query: Sequence, aligned: Aligned[], costs: Costs, matrix: Substitution): void {
  const found = aligned.filter(({ alignment }) => alignment.query !== '');
  const texts = found.map(({ target, alignment }) =>
    pairText({ query: query.name, target: target.name, alignment }, costs, matrix),
  );
  const place = { sourceInputIds: [...new Set([query.inputId, ...found.map(({ target }) => target.inputId)])] };
  if (texts.length > 0) job.file('pairs', 'pairs.txt', texts.join('\n'), place);
}

const residuesIn = (row: string) => row.replaceAll('-', '').length;

/** Largest part of ambiguity codes without a warning. Above it, identities are based on few residues. */
const MUCH = 0.1;

function warnOfUnknown(notes: Notes, sequences: Sequence[], kind: ResidueKind): void {
  for (const { name, sequence, line, inputId } of sequences) {
    const unknown = countUnknown(sequence, kind);
    if (unknown <= MUCH * sequence.length) continue;
    const text = `${unknown} of ${sequence.length} residues are ambiguity codes, which are never identical to anything`;
    notes.warn(inputId, name, text, line);
  }
}

function draw(job: ToolRun, query: Sequence, { target, number, alignment }: Aligned, rank: number): void {
  if (alignment.query === '') return;
  const rows = [
    { name: query.name, sequence: alignment.query, first: alignment.queryStart + 1 },
    { name: target.name, sequence: alignment.target, first: alignment.targetStart + 1 },
  ];
  const picture = alignmentPicture(`${query.name} and ${target.name}`, rows, job.inputs[0]!.kind === 'protein');
  const place = { sourceInputIds: [query.inputId, target.inputId], rank };
  job.file(PICTURE, numbered('alignment', number, 'svg'), picture, place);
}
