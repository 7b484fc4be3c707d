import type { ToolRun } from '../../contract.ts';
import { ConformerError, generateConformers } from '../conformers/conformers.ts';
import type { About } from '../moleculeTools.ts';
import type { Rdkit } from '../rdkit/rdkit.ts';
import type { Description } from '../rdkit/tasks/describe.ts';
import type { Protonated } from '../rdkit/tasks/protonate.ts';
import { distance, type Vector } from '../structure/vectors.ts';
import { withoutAtomType } from './autodockTypes.ts';
import { compareStereo, OTHER_ISOMER } from './isomers.ts';
import { atomsOfMolfile, dimensionsOf, formalCharge, isV2000, type MolAtom } from './molfile.ts';
import { convertMolecule, LigandError } from './openBabel.ts';
import { atomsOfPdbqt, isHydrogenType, renumberPdbqt } from './pdbqt.ts';
import type { LigandRecord } from './readLigands.ts';

export interface PrepareOptions {
  /** Null keeps the charges as drawn. */
  ph: number | null;
  generate3d: 'auto' | 'always' | 'never';
  seed: number;
  maxHeavyAtoms: number;
}

export interface PreparedLigand extends About {
  /** Molfile of version V2000 with all hydrogens and 3D coordinates, without a name. */
  molfile: string;
  /** RDKit's canonical SMILES of the molfile. */
  smiles: string;
  heavyAtoms: number;
  charge: number;
  /**
   * PDBQT for docking, in which an atom's serial number is its number in the molfile. Undefined where an element has no
   * AutoDock type.
   */
  pdbqt?: string;
  /**
   * The number of bonds that docking rotates (`TORSDOF` of the PDBQT). Bonds that turn only hydrogens, or a carbon with
   * its hydrogens, do not count.
   */
  rotatable?: number;
  /** Why there is no PDBQT. */
  problem?: string;
  /** Stereocentres and double bonds that the input does not define, by the numbers of their atoms in the molfile. */
  open: string[];
  /** Whether coordinates that were made here are at a minimum of MMFF94; undefined when they come from the input. */
  minimized?: boolean;
}

/** The programs and libraries that prepare ligands. */
export interface Toolkit {
  job: Pick<ToolRun, 'workdir' | 'signal'>;
  rdkit: Rdkit;
}

/**
 * Prepares a molecule for docking: its largest fragment, protonated, in three dimensions. Returns undefined when the
 * job was stopped.
 *
 * Acids and bases are those of `ionizableSites.ts`. Open Babel adds hydrogens and assigns atom types. Coordinates come
 * from OpenChemLib, because those of `obabel --gen3d` differ from call to call. The same molecule, pH and seed give the
 * same coordinates.
 *
 * @throws LigandError for a molecule that cannot be used.
 */
export async function prepareLigand(
  tools: Toolkit,
  record: LigandRecord,
  options: PrepareOptions,
): Promise<PreparedLigand | undefined> {
  const { text, fault } = record;
  if (fault) throw new LigandError(fault);
  const given = await describe(tools, record, options);
  const isSolid = record.format !== 'SMILES' && dimensionsOf(text) === 3;
  if (!isSolid && options.generate3d === 'never')
    throw new LigandError('no coordinates in three dimensions, and generate_3d is never');
  const isKept = isSolid && options.generate3d !== 'always';
  const made = isKept ? await protonateInPlace(tools, text, given, options) : await embed(tools, given, options);
  if (made === undefined) return undefined;
  const { molfile } = made;
  const { smiles, heavyAtoms } = await describe(tools, { text: molfile, heavyAtoms: given.heavyAtoms }, options);
  if (heavyAtoms !== given.heavyAtoms)
    throw new LigandError(`${heavyAtoms} heavy atoms are left of ${given.heavyAtoms} after preparation`);
  const typed = await typeAtoms(tools, molfile, heavyAtoms);
  const { open, minimized } = made;
  return (
    typed && {
      molfile,
      open,
      ...(minimized !== undefined && { minimized }),
      removed: given.removed,
      warnings: [...given.warnings, ...made.uncharged],
      smiles,
      heavyAtoms,
      charge: formalCharge(molfile),
      ...typed,
    }
  );
}

/** A protonated amine inverts in solution, but RDKit reads a stereocentre from its coordinates. */
const AMINE_SIDE = /\[N@{1,2}H/g;

/** Describes the result with RDKit, which also validates the chemistry: Open Babel accepts a carbon with five bonds. */
async function describe(
  { rdkit }: Pick<Toolkit, 'rdkit'>,
  molecule: { text: string; heavyAtoms: number },
  { maxHeavyAtoms }: Pick<PrepareOptions, 'maxHeavyAtoms'>,
): Promise<Description> {
  const { result, reason } = await rdkit.ask('describe', molecule, { parent: true, anyImine: true });
  if (!result) throw new LigandError(reason);
  if (result.heavyAtoms > maxHeavyAtoms)
    throw new LigandError(`${result.heavyAtoms} heavy atoms, the limit is ${maxHeavyAtoms}`);
  const smiles = result.smiles.replace(AMINE_SIDE, '[NH');
  if (smiles === result.smiles) return result;
  const plain = await describe({ rdkit }, { text: smiles, heavyAtoms: result.heavyAtoms }, { maxHeavyAtoms });
  return { ...plain, removed: result.removed, warnings: result.warnings };
}

/**
 * Protonates a molecule and keeps the coordinates of its heavy atoms. It removes hydrogens, adds them again, and leaves
 * out smaller fragments. A molecule that ligand-prepare made does not change.
 */
async function protonateInPlace(
  tools: Toolkit,
  molfile: string,
  given: Description,
  options: PrepareOptions,
): Promise<Made | undefined> {
  const charged = await protonate(tools, { text: molfile, heavyAtoms: given.heavyAtoms }, options);
  const bare = charged.molfile.slice(charged.molfile.indexOf('\n'));
  const written = await convertMolecule(tools.job, { from: 'mol', to: 'mol', text: bare, options: ['-h'] });
  if (written === undefined) return undefined;
  const { smiles } = await describe(tools, { text: checked(written), heavyAtoms: given.heavyAtoms }, options);
  if (smiles !== charged.smiles.replace(AMINE_SIDE, '[NH'))
    throw new LigandError(`Open Babel made ${smiles} of ${charged.smiles} when it set the hydrogens`);
  const isSame = smiles === given.smiles && isV2000(molfile) && countAtoms(molfile) === countAtoms(written);
  return { molfile: isSame ? checked(molfile) : written, open: [], uncharged: charged.uncharged };
}

/** Sets the charges for a pH. The input was already read, so a failure here is not caused by the molecule. */
async function protonate(
  { rdkit }: Pick<Toolkit, 'rdkit'>,
  molecule: { text: string; heavyAtoms: number },
  { ph }: Pick<PrepareOptions, 'ph'>,
) {
  const { result, reason } = await rdkit.ask('protonate', molecule, { ph, parent: true });
  if (!result) throw new LigandError(`its charges could not be set: ${reason}; with ph null they stay as drawn`);
  return result;
}

const countAtoms = (molfile: string): number => atomsOfMolfile(molfile).length;

type Made = Pick<PreparedLigand, 'molfile' | 'open' | 'minimized'> & Pick<Protonated, 'uncharged'>;

async function embed(tools: Toolkit, given: Description, options: PrepareOptions): Promise<Made | undefined> {
  const { smiles, uncharged } = await protonate(tools, { text: given.smiles, heavyAtoms: given.heavyAtoms }, options);
  const made = await firstConformer(tools, smiles, options.seed);
  return made && { ...made, uncharged };
}

/** Returns the first conformer. Where the force field lacks an atom type, as for boron, it is not minimised. */
async function firstConformer(
  { job, rdkit }: Toolkit,
  smiles: string,
  seed: number,
): Promise<Omit<Made, 'uncharged'> | undefined> {
  let reason = 'no conformer without clashes was found';
  for (const minimize of [true, false]) {
    try {
      const options = { conformers: 1, seed, minimize };
      for await (const { molfile, minimized } of generateConformers(smiles, options, job.signal)) {
        const { kept, chosen } = await compareStereo(rdkit, smiles, molfile);
        if (!kept) throw new LigandError(OTHER_ISOMER);
        return { molfile: checked(molfile), open: chosen, minimized };
      }
      if (job.signal.aborted) return undefined;
    } catch (error) {
      if (!(error instanceof ConformerError)) throw error;
      reason = error.message;
    }
  }
  throw new LigandError(reason);
}

/** Checks coordinates: programs have written all atoms at one point, and coordinates that are not numbers. */
function checked(molfile: string): string {
  const atoms = isV2000(molfile) ? atomsOfMolfile(molfile) : [];
  if (atoms.length === 0) throw new LigandError('more atoms than a molfile of version V2000 holds');
  if (!atoms.every(({ point }) => point.every(Number.isFinite))) throw new LigandError('non-numeric coordinates');
  const places = new Set(atoms.map(({ point }) => point.join(' ')));
  if (places.size < atoms.length) throw new LigandError('several atoms have the same coordinates');
  return molfile;
}

async function typeAtoms({ job }: Toolkit, molfile: string, heavyAtoms: number) {
  const atoms = atomsOfMolfile(molfile);
  const problem = withoutAtomType(atoms.map(({ element }) => element));
  if (problem) return { problem };
  const nameless = molfile.slice(molfile.indexOf('\n'));
  const written = await convertMolecule(job, { from: 'mol', to: 'pdbqt', text: nameless, options: ['-xp'] });
  if (written === undefined) return undefined;
  const torsions = /^TORSDOF (\d+)\s*$/m.exec(written)?.[1];
  const typed = atomsOfPdbqt(written);
  const heavy = typed.filter(({ type }) => !isHydrogenType(type)).length;
  const numbers = new Map(typed.map(({ serial, point }) => [serial, numberAt(atoms, point)]));
  if (torsions === undefined || heavy !== heavyAtoms || numbers.size < typed.length)
    throw new LigandError(`Open Babel typed ${heavy} of ${heavyAtoms} heavy atoms`);
  return { pdbqt: renumberPdbqt(written, (serial) => numbers.get(serial)!), rotatable: Number(torsions) };
}

/** In Å: PDBQT has three decimals, molfiles four. */
const TOLERANCE = 0.002;

/**
 * Returns the number of the atom at a point. Open Babel renumbers atoms when it merges hydrogens with their carbon,
 * even with `-xp`. Only coordinates tell which atom of the molfile is meant.
 */
function numberAt(atoms: MolAtom[], point: Vector): number {
  const index = atoms.findIndex((atom) => distance(atom.point, point) < TOLERANCE);
  if (index === -1) throw new LigandError('Open Babel moved its atoms');
  return index + 1;
}
