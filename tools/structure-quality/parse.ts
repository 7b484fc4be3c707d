import { ToolError } from '../contract.ts';

/** VoroMQA gives models that it cannot judge almost nothing: 3e-06 to alpha carbons alone. */
const LEAST_SCORE = 0.001;

/** VoroMQA leaves out modified residues that it does not know. */
const MIN_FOUND = 0.9;

export interface Quality {
  /** 0 to 1. */
  score: number;
  residues: number;
  atoms: number;
}

/**
 * The one line of its output: file, score, numbers of residues and atoms.
 *
 * @throws ToolError when it is missing, counts far fewer residues than were given, or has a score that says nothing.
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
