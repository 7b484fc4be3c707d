import type { Run, ToolRun } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { goOn } from '../shared/pause.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { type Alignment, type AlignOptions, align } from './align.ts';
import { check } from './check.ts';
import { measure } from './measure.ts';
import { type MatrixName, substitution } from './substitution.ts';
import { query as querySlot, targets as targetSlot } from './tool.ts';

type Sequence = FromInput<SequenceRecord>;

interface Aligned {
  target: Sequence;
  /** Position of the target in the request, from 1. */
  number: number;
  alignment: Alignment;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const query = readSequences(job.inputs, querySlot).records[0]!;
  const targets = readSequences(job.inputs, targetSlot).records;
  const kind = job.inputs[0]!.kind as 'protein' | 'dna';
  const options: AlignOptions = {
    mode: job.settings.mode as 'global' | 'local',
    gapOpen: job.settings.gap_open as number,
    gapExtend: job.settings.gap_extend as number,
    endGapPenalty: job.settings.end_gap_penalty as boolean,
    matrix: substitution(job.settings.matrix as MatrixName, kind),
  };

  const aligned: Aligned[] = [];
  for (const [i, target] of targets.entries()) {
    aligned.push({ target, number: i + 1, alignment: align(query.sequence, target.sequence, options) });
    job.progress(i + 1, targets.length);
    if (!(await goOn(job.signal))) break;
  }

  // Ranks are known when all are done, or when the job was stopped; equal scores keep the order of the input.
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
        target_start: isEmpty ? null : alignment.targetStart + 1,
      },
      place,
    );
    if (isEmpty) continue;
    const rows = [
      { name: query.name, sequence: alignment.query },
      { name: target.name, sequence: alignment.target },
    ];
    job.file('alignment', numbered('alignment', number, 'afa'), writeFasta(rows), place);
  }
  for (const [i, one] of aligned.slice(0, MAX_PICTURES).entries()) draw(job, query, one, i + 1);
};

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
