import type { Check, Problem, Settings, ToolInput } from '../contract.ts';
import { isSolid, type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import { MAX_PROBLEMS } from '../shared/problems.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { flexibleOf } from './flexibleOf.ts';
import { isInside, readBox } from './readBox.ts';
import { readReceptor } from './readReceptor.ts';
import { readReference } from './readReference.ts';
import { ligands as ligandSlot } from './tool.ts';
import { unknownKept } from './unknownKept.ts';

/** Measured with ligands of 20 to 30 heavy atoms at an exhaustiveness of 8, on two processors. */
const MINUTES_PER_LIGAND = 0.3;

/** Minutes for a ligand that is scored or minimised in place. Most of the time is for the grid. */
const MINUTES_IN_PLACE = 0.05;

/** For a box outside the receptor, Vina gives affinities of about -3 or 0 and no error. */
const MIN_ATOMS_IN_BOX = 50;

export const check: Check = (inputs, settings) => {
  const { records, problems, count } = readLigands(inputs, ligandSlot);
  if (settings.mode !== 'dock') problems.push(...withoutPlace(records, settings.mode as string));
  problems.push(...readReference(inputs).problems, ...placeProblems(inputs, settings));
  if (problems.length > 0) return { problems, units: 0 };
  const search = (MINUTES_PER_LIGAND * (settings.exhaustiveness as number)) / 8;
  const each = Math.min(
    settings.mode === 'dock' ? search : MINUTES_IN_PLACE,
    settings.max_minutes_per_ligand as number,
  );
  return { problems, units: count, estimatedMinutes: count * each };
};

/** Returns a problem for each ligand without coordinates in three dimensions, which cannot be scored in place. */
function withoutPlace(records: FromInput<LigandRecord>[], mode: string): Problem[] {
  return records
    .filter((record) => !record.fault && !isSolid(record))
    .slice(0, MAX_PROBLEMS)
    .map(({ inputPath, line, format }) => {
      const what = format === 'SMILES' ? 'a SMILES has none' : 'this molecule is flat';
      const message = `line ${line}: the mode ${mode} needs coordinates in three dimensions, in the binding site, and ${what}; send a docked or crystal pose, or use the mode dock`;
      return { path: `${inputPath}.content`, message };
    });
}

function placeProblems(inputs: ToolInput[], settings: Settings): Problem[] {
  const receptor = readReceptor(inputs, settings);
  const { box, path, problems } = readBox(inputs, settings);
  if (receptor.problems.length > 0 || problems.length > 0) return [...receptor.problems, ...problems];
  const unknown = receptor.records.flatMap((one) => unknownKept(one, settings.keep as string[]));
  if (unknown.length > 0) return unknown;
  const moving = receptor.records.flatMap((one) => flexibleOf(one, settings, box).problems);
  if (moving.length > 0) return moving;
  return receptor.records.flatMap(({ points }) => {
    const found = box ? points.filter((point) => isInside(box, point)).length : MIN_ATOMS_IN_BOX;
    if (found >= MIN_ATOMS_IN_BOX) return [];
    const message = `the box holds ${found} heavy atoms of the receptor, at least ${MIN_ATOMS_IN_BOX} are needed: it must lie on the binding site, in the receptor's coordinates`;
    return [{ path, message }];
  });
}
