import { ToolError } from '../contract.ts';
import type { Vector } from '../shared/structure/vectors.ts';

export interface TmAlignment {
  aligned: number;
  rmsd: number;
  seqIdentity: number;
  /**
   * TM-scores in the order of TM-align: by the length of the mobile structure, of the reference, and of their average
   * if requested.
   */
  scores: number[];
  /** Rows with gaps, of the mobile structure and of the reference. */
  rows: [string, string];
}

/**
 * Parses the output of TM-align.
 *
 * @throws ToolError when the output has no alignment.
 */
export function parseTmAlign(text: string): TmAlignment {
  const [, aligned, rmsd, identity] =
    /Aligned length= *(\d+), RMSD= *([\d.]+), Seq_ID=n_identical\/n_aligned= *([\d.]+)/.exec(text) ?? [];
  const scores = [...text.matchAll(/^TM-score= *([\d.]+)/gm)].map(([, score]) => Number(score));
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('(":" denotes'));
  const [mobile, , reference] = lines.slice(at + 1, at + 4).map((line) => line.trim());
  if (
    at === -1 ||
    aligned === undefined ||
    scores.length < 2 ||
    !mobile ||
    !reference ||
    mobile.length !== reference.length
  )
    throw new ToolError('TMalign gave no alignment');
  return {
    aligned: Number(aligned),
    rmsd: Number(rmsd),
    seqIdentity: Number(identity),
    scores,
    rows: [mobile, reference],
  };
}

/** Parses the file of option -m. Each row has a number, the translation and a row of the rotation. */
export function parseMatrix(text: string): { rotation: [Vector, Vector, Vector]; translation: Vector } {
  const rows = [...text.matchAll(/^ *[123]((?: +-?\d+\.\d+){4}) *$/gm)].map(([, row]) =>
    row!.trim().split(/ +/).map(Number),
  );
  if (rows.length !== 3) throw new ToolError('TMalign gave no rotation');
  return {
    rotation: rows.map((row) => row.slice(1)) as unknown as [Vector, Vector, Vector],
    translation: rows.map(([shift]) => shift!) as unknown as Vector,
  };
}
