import type { Check, Problem, Settings, ToolInput } from '../contract.ts';
import { readLigands } from '../shared/ligands/readLigands.ts';
import { isInside, readBox } from './readBox.ts';
import { readReceptor } from './readReceptor.ts';
import { ligands as ligandSlot } from './tool.ts';

/** Measured with ligands of 20 to 30 heavy atoms at the exhaustiveness of 8, on two processors. */
const MINUTES_PER_LIGAND = 0.3;

/** Off the receptor Vina answers with affinities about -3 or 0, and no error. */
const MIN_ATOMS_IN_BOX = 50;

export const check: Check = (inputs, settings) => {
  const { problems, count } = readLigands(inputs, ligandSlot);
  problems.push(...placeProblems(inputs, settings));
  if (problems.length > 0) return { problems, units: 0 };
  const estimatedMinutes = (count * MINUTES_PER_LIGAND * (settings.exhaustiveness as number)) / 8;
  return { problems, units: count, estimatedMinutes };
};

function placeProblems(inputs: ToolInput[], settings: Settings): Problem[] {
  const receptor = readReceptor(inputs, settings.keep as string[]);
  const { box, path, problems } = readBox(inputs, settings);
  if (receptor.problems.length > 0 || problems.length > 0) return [...receptor.problems, ...problems];
  return receptor.records.flatMap(({ points }) => {
    const found = box ? points.filter((point) => isInside(box, point)).length : MIN_ATOMS_IN_BOX;
    if (found >= MIN_ATOMS_IN_BOX) return [];
    const message = `the box holds ${found} heavy atoms of the receptor, at least ${MIN_ATOMS_IN_BOX} are needed: it must lie on the binding site, in the receptor's coordinates`;
    return [{ path, message }];
  });
}
