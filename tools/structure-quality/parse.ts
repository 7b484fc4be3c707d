import { ToolError } from '../contract.ts';

/** VoroMQA's scores are near zero for models that it cannot judge: 3e-06 for only alpha carbons. */
const LEAST_SCORE = 0.001;

/** Smallest part of residues that must be found. VoroMQA leaves out modified residues that it does not know. */
const MIN_FOUND = 0.9;

export interface Quality {
  /** From 0 to 1. */
  score: number;
  residues: number;
  atoms: number;
}

/**
 * Parses the only line of VoroMQA's output: file, score, numbers of residues and atoms.
 *
 * @throws ToolError when the line is missing, counts far fewer residues than were given, or has a meaningless score.
 */
export function parseVoromqa(stdout: string, residues: number): Quality {
  const [, score, found, atoms] = /^\S+ (\d\S*) (\d+) (\d+)\s*$/.exec(stdout.trim()) ?? [];
  const quality = { score: Number(score), residues: Number(found), atoms: Number(atoms) };
  if (!Number.isFinite(quality.score)) throw new ToolError('voronota-voromqa gave no score');
  if (quality.residues < MIN_FOUND * residues)
    throw new ToolError(`voronota-voromqa found ${found} of ${residues} residues`);
  if (quality.score < LEAST_SCORE) throw new ToolError(`voronota-voromqa could not judge it: its score is ${score}`);
  return quality;
}
