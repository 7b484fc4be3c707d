import { parentPort } from 'node:worker_threads';
import { ConformerGenerator, ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';

export interface Made {
  molfile: string;
  /** MMFF94 energy of these coordinates, kcal/mol; null where the force field has no finite value. */
  energy: number | null;
  /** The coordinates are at a minimum of the force field. */
  minimized: boolean;
}

/** A molecule to start with; without one, the worker makes the next conformer of the last molecule. */
export interface Request {
  smiles?: string;
  seed: number;
  minimize: boolean;
}

/** `failure` is the reason why OpenChemLib or its force field cannot process the molecule. */
export type Reply = { conformer: Made | null } | { failure: string };

const port = parentPort!;
let generator: ConformerGenerator | undefined;

port.on('message', (request: Request) => port.postMessage(reply(request)));
Resources.registerFromNodejs();

function reply({ smiles, seed, minimize }: Request): Reply {
  try {
    if (smiles !== undefined) {
      generator = new ConformerGenerator(seed);
      if (!generator.initializeConformers(Molecule.fromSmiles(smiles), {}))
        return { failure: 'OpenChemLib found a problem in the structure' };
    }
    const molecule = generator!.getNextConformerAsMolecule();
    return { conformer: molecule && finish(molecule, minimize) };
  } catch (error) {
    // OpenChemLib is compiled from Java: its messages begin with the shortened name of a Java class.
    const { message = '' } = error as { message?: string };
    const element = /Couldn't assign an atom type to atom \d+ \((\w+)\)/.exec(message)?.[1];
    if (element)
      return {
        failure: `MMFF94 has no type for an atom of ${element} in this molecule: conformers of it can only be made with minimize off`,
      };
    return { failure: message.replace(/^Class\S+: /, '') || 'OpenChemLib cannot process this molecule' };
  }
}

/** Each call has 4,000 iterations. Molecules of 100 heavy atoms needed one call in our tests. */
const CALLS = 3;

function finish(molecule: Molecule, minimize: boolean): Made {
  const generated = molfileOf(molecule);
  let minimized = minimize && minimise(molecule);
  if (minimize && !minimized) {
    shake(molecule);
    minimized = minimise(molecule);
  }
  // The energy belongs to the coordinates that are written. A minimisation that fails does not change them.
  const energy = minimized || !minimize ? energyOf(molecule) : null;
  if (energy !== null) return { molfile: molfileOf(molecule), energy, minimized };
  const unminimized = Molecule.fromMolfile(generated);
  return { molfile: generated, energy: energyOf(unminimized), minimized: false };
}

/** Returns the molfile without the marks of undefined double bonds: the coordinates define them now. */
function molfileOf(molecule: Molecule): string {
  return molecule.toMolfile().replace(/^((?: *\d+){3} {2})3( {2}0 {2}0 {2}0)$/gm, '$10$2');
}

/**
 * Returns whether the molecule is at a minimum. OpenChemLib changes the coordinates only when it returns 0, which it
 * also does for energies that are not a number.
 */
function minimise(molecule: Molecule): boolean {
  const field = new ForceFieldMMFF94(molecule, 'MMFF94');
  for (let call = 0; call < CALLS; call++) if (field.minimise() === 0) return Number.isFinite(field.getTotalEnergy());
  return false;
}

/** Moves each atom by at most 0.03 Å. Three atoms in a straight line, as in nitriles and alkynes, have no gradient. */
function shake(molecule: Molecule): void {
  const shift = (i: number) => 0.02 * Math.sin(12.9898 * i + 1);
  for (let atom = 0; atom < molecule.getAllAtoms(); atom++) {
    molecule.setAtomX(atom, molecule.getAtomX(atom) + shift(3 * atom));
    molecule.setAtomY(atom, molecule.getAtomY(atom) + shift(3 * atom + 1));
    molecule.setAtomZ(atom, molecule.getAtomZ(atom) + shift(3 * atom + 2));
  }
}

/**
 * Returns null where the force field lacks an atom type. If a minimum was needed, minimising has already failed at such
 * a type.
 */
function energyOf(molecule: Molecule): number | null {
  try {
    const energy = new ForceFieldMMFF94(molecule, 'MMFF94').getTotalEnergy();
    return Number.isFinite(energy) ? energy : null;
  } catch {
    return null;
  }
}
