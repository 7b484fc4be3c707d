import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { goOn } from '../shared/pause.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { type Alignment, type AlignOptions, align } from './align.ts';
import { check } from './check.ts';
import { measure } from './measure.ts';
import { type MatrixName, substitution } from './substitution.ts';
import { query as querySlot, targets as targetSlot } from './tool.ts';

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

  const aligned: { target: (typeof targets)[number]; number: number; alignment: Alignment }[] = [];
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
    if (i >= MAX_PICTURES) continue;
    const placed = [
      { ...rows[0]!, first: alignment.queryStart + 1 },
      { ...rows[1]!, first: alignment.targetStart + 1 },
    ];
    const picture = alignmentPicture(`${query.name} and ${target.name}`, placed, kind === 'protein');
    job.file(PICTURE, numbered('alignment', number, 'svg'), picture, place);
  }
};
