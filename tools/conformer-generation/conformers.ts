import { ConformerGenerator, ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';

export interface Conformer {
  /** 1-based, in the order of generation. */
  number: number;
  molfile: string;
  /** MMFF94, kcal/mol; null where the force field has no finite value. */
  energy: number | null;
}

/** A molecule that OpenChemLib or its force field cannot treat. */
export class ConformerError extends Error {}

let registered = false;

/**
 * Conformers from the torsions of crystal structures, most likely first, one at a time so that the caller can pause
 * between them. The same SMILES, seed and OpenChemLib give the same coordinates in every process.
 */
export function* generateConformers(
  smiles: string,
  count: number,
  seed: number,
  minimize: boolean,
): Generator<Conformer> {
  if (!registered) Resources.registerFromNodejs();
  registered = true;
  const molecule = guard(() => Molecule.fromSmiles(smiles));
  const generator = new ConformerGenerator(seed);
  if (!guard(() => generator.initializeConformers(molecule, {})))
    throw new ConformerError('OpenChemLib found a problem in the structure');
  for (let number = 1; number <= count; number++) {
    const conformer = guard(() => generator.getNextConformerAsMolecule());
    if (!conformer) return;
    yield { number, ...(minimize ? minimized(conformer) : asGenerated(conformer)) };
  }
}

function minimized(conformer: Molecule): Omit<Conformer, 'number'> {
  const before = conformer.toMolfile();
  const field = guard(() => new ForceFieldMMFF94(conformer, 'MMFF94'));
  guard(() => field.minimise());
  const energy = field.getTotalEnergy();
  // Where the energy is not a number the coordinates are not to be trusted either (seen with erlotinib).
  return Number.isFinite(energy) ? { molfile: conformer.toMolfile(), energy } : { molfile: before, energy: null };
}

/** A missing atom type costs the energy only. */
function asGenerated(conformer: Molecule): Omit<Conformer, 'number'> {
  const molfile = conformer.toMolfile();
  try {
    const energy = new ForceFieldMMFF94(conformer, 'MMFF94').getTotalEnergy();
    return { molfile, energy: Number.isFinite(energy) ? energy : null };
  } catch {
    return { molfile, energy: null };
  }
}

/** OpenChemLib is compiled from Java: what it throws has a message, behind the shortened name of its Java class. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message = '' } = error as { message?: string };
    throw new ConformerError(message.replace(/^Class\S+: /, '') || 'OpenChemLib cannot treat this molecule');
  }
}
