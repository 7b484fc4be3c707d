import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { isHydrogen, type Residue, residueName, residuesOf } from '../shared/structure/structure.ts';
import { cross, minus, pointOf } from '../shared/structure/vectors.ts';
import { chainOfCa } from '../shared/structure/wholeChains.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, structures, 'polymer', {
    ...selectionOf(settings),
    together: true,
  });
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const trace = settings.missing_atoms ? chainOfCa(structure) : undefined;
    const message = `${trace}; a backbone that is built on CA atoms is a guess, often of D-amino acids`;
    if (trace) problems.push({ path: `${inputPath}.content`, message });
    const straight = settings.add_hydrogens ? residuesOf(structure).find(isStraight) : undefined;
    if (straight) problems.push({ path: `${inputPath}.content`, message: `${residueName(straight)} ${ON_A_LINE}` });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};

const ON_A_LINE =
  'has all its atoms on a straight line, where no hydrogens can be placed: mend these, or switch off `add_hydrogens`';

/** Largest distance of an atom from the line, in Å. */
const TOLERANCE = 0.01;

/** Returns whether a residue of four or more heavy atoms is a straight line, as artificial coordinates are. */
function isStraight({ class: kind, atoms }: Residue): boolean {
  const points = atoms.filter((atom) => !isHydrogen(atom)).map(pointOf);
  const [first, second] = points;
  if (!first || !second || points.length < 4 || (kind !== 'protein' && kind !== 'nucleic')) return false;
  const along = minus(second, first);
  const length = Math.hypot(...along);
  return points.every((point) => Math.hypot(...cross(along, minus(point, first))) <= TOLERANCE * length);
}
