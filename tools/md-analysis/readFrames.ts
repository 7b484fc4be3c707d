import { ToolError, type ToolRun } from '../contract.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { type Residue, residueName } from '../shared/structure/structure.ts';
import { trajectory } from './tool.ts';

/**
 * The amino acids of every frame, with hydrogens.
 *
 * @throws ToolError when a frame has other atoms than the first.
 */
export function readFrames(job: ToolRun, models: number): Residue[][] {
  const texts = framesOf(job.inputs[0]!.text, models);
  const frames = texts
    ? texts.map((text, i) => readFrame(job, { ...job.inputs[0]!, text }, 1, i + 1))
    : Array.from({ length: models }, (_, i) => readFrame(job, job.inputs[0]!, i + 1, i + 1));
  const first = frames[0]!.map(atomNames);
  for (const [i, frame] of frames.entries()) {
    const names = frame.map(atomNames);
    const at = Array.from({ length: Math.max(first.length, names.length) }, (_, n) => n).find(
      (n) => names[n] !== first[n],
    );
    if (at !== undefined)
      throw new ToolError(
        `model ${i + 1} has other atoms than model 1, first at ${residueName(frame[at] ?? frames[0]![at]!)}; all frames need the same`,
      );
  }
  return frames;
}

/** The text of each model, where lines MODEL tell them: each is read once, not the whole file for each. */
function framesOf(text: string, models: number): string[] | undefined {
  const parts = text.split(/^(?=MODEL[ \d])/m).filter((part) => part.startsWith('MODEL'));
  return parts.length === models ? parts : undefined;
}

function readFrame(job: ToolRun, input: ToolRun['inputs'][number], model: number, number: number): Residue[] {
  const read = readStructures([input], trajectory, 'protein', { ...selectionOf(job.settings), model });
  if (read.problems.length > 0) throw new ToolError(`model ${number}: ${read.problems[0]!.message}`);
  const options = { keepHydrogens: true, mseToMet: false, altloc: job.settings.altloc as string };
  return normalise(read.records[0]!.structure, options).chains.flatMap(aminoAcids);
}

export const aminoAcids = ({ polymer }: NormalisedChain): Residue[] =>
  polymer.filter((residue) => residue.class === 'protein');

const atomNames = (residue: Residue) => `${residueName(residue)} ${residue.atoms.map(({ name }) => name).join()}`;
