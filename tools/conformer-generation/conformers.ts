import { ConformerGenerator, ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';
import { goOn } from '../shared/pause.ts';

export interface Conformer {
  /** 1-based, in the order of generation. */
  number: number;
  molfile: string;
  /** MMFF94, kcal/mol; null where the force field has no finite value. */
  energy: number | null;
}

export interface GenerateOptions {
  conformers: number;
  seed: number;
  minimize: boolean;
}

/** Iterations between two looks at the stop signal: small molecules need one round, 100 heavy atoms some seconds each. */
const ITERATIONS_PER_ROUND = 200;
const MAX_ROUNDS = 20;
const CONVERGED_KCAL = 1e-4;

/** A molecule that OpenChemLib or its force field cannot process. */
export class ConformerError extends Error {}

let registered = false;

/**
 * Conformers from the torsions of crystal structures, most likely first, one at a time so that the caller can pause
 * between them. The same SMILES, seed and OpenChemLib give the same coordinates in every process.
 */
export async function* generateConformers(
  smiles: string,
  { conformers, seed, minimize }: GenerateOptions,
  signal: AbortSignal,
): AsyncGenerator<Conformer> {
  if (!registered) Resources.registerFromNodejs();
  registered = true;
  const molecule = guard(() => Molecule.fromSmiles(smiles));
  const generator = new ConformerGenerator(seed);
  if (!guard(() => generator.initializeConformers(molecule, {})))
    throw new ConformerError('OpenChemLib found a problem in the structure');
  for (let number = 1; number <= conformers && (await goOn(signal)); number++) {
    const conformer = guard(() => generator.getNextConformerAsMolecule());
    if (!conformer) return;
    const finished = minimize ? await minimized(conformer, signal) : asGenerated(conformer);
    if (finished) yield { number, ...finished };
  }
}

/** Undefined when it was stopped on the way: a conformer that is half minimised would have a misleading energy. */
async function minimized(conformer: Molecule, signal: AbortSignal): Promise<Omit<Conformer, 'number'> | undefined> {
  const generated = conformer.toMolfile();
  const field = guard(() => new ForceFieldMMFF94(conformer, 'MMFF94'));
  let energy = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round > 0 && !(await goOn(signal))) return undefined;
    const last = energy;
    const unfinished = guard(() => field.minimise({ maxIts: ITERATIONS_PER_ROUND })) === 1;
    energy = field.getTotalEnergy();
    if (!unfinished || last - energy < CONVERGED_KCAL) break;
  }
  // Where the energy is not a number the coordinates are not to be trusted either (seen with erlotinib).
  return Number.isFinite(energy) ? { molfile: conformer.toMolfile(), energy } : { molfile: generated, energy: null };
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
    throw new ConformerError(message.replace(/^Class\S+: /, '') || 'OpenChemLib cannot process this molecule');
  }
}
