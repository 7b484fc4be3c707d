import type { ToolRun } from '../contract.ts';
import { withoutAtomType } from '../shared/ligands/autodockTypes.ts';
import { atomsOfMolfile, dimensionsOf } from '../shared/ligands/molfile.ts';
import { convertMolecule, LigandError } from '../shared/ligands/openBabel.ts';
import type { LigandRecord } from '../shared/ligands/readLigands.ts';
import type { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Converted } from '../shared/rdkit/tasks/convert.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import type { Target } from './targets.ts';

/** Hydrogens in the output: those of the input, all, or none. */
export type Hydrogens = 'keep' | 'add' | 'remove';

const BABEL_HYDROGENS: Record<Hydrogens, string[]> = { keep: [], add: ['-h'], remove: ['-d'] };

interface Toolkit {
  job: Pick<ToolRun, 'workdir' | 'signal'>;
  rdkit: Rdkit;
}

/** @throws LigandError for a molecule that cannot be used. */
export async function describeLigand(rdkit: Rdkit, { text, heavyAtoms, fault }: LigandRecord): Promise<Description> {
  if (fault) throw new LigandError(fault);
  const { result, reason } = await rdkit.ask('describe', { text, heavyAtoms }, {});
  if (!result) throw new LigandError(reason);
  return result;
}

/**
 * Converts a molecule to SMILES, InChI or a molfile with RDKit. RDKit keeps what Open Babel loses: stereo groups,
 * dative bonds and attachment points.
 *
 * @throws LigandError for a molecule that lacks data required by the format.
 */
export async function convertByRdkit(
  { rdkit }: Pick<Toolkit, 'rdkit'>,
  record: LigandRecord,
  to: string,
  hydrogens: Hydrogens,
): Promise<Converted> {
  if (to === 'SDF') refuseFlat(record, 2);
  // Written-out hydrogens are kept only for SDF. The hydrogens that RDKit leaves in a SMILES have a meaning.
  const keepHydrogens = hydrogens === 'keep' && to === 'SDF';
  const withoutMolfile = to !== 'SDF';
  const options = { keepHydrogens, addHydrogens: hydrogens === 'add', flat: false, withoutMolfile };
  const { result, reason } = await rdkit.ask('convert', record, options);
  if (!result) throw new LigandError(reason);
  if (to.startsWith('INCHI') && result.inchi === null) throw new LigandError('InChI cannot express this molecule');
  return result;
}

/**
 * Converts a molecule to another format, with its name. Returns undefined when the job was stopped.
 *
 * @throws LigandError for a molecule that lacks data required by the format.
 */
export async function convertByBabel(
  { job }: Pick<Toolkit, 'job'>,
  record: LigandRecord,
  target: Target,
  hydrogens: Hydrogens,
  heavyAtoms: number,
): Promise<string | undefined> {
  const { format, text, name } = record;
  refuseFlat(record, target.dimensions);
  const from = format === 'SMILES' ? 'smi' : format.toLowerCase();
  const nameless = format === 'MOL' ? text.slice(text.indexOf('\n')) : `${text.trimEnd()}\n`;
  const options = BABEL_HYDROGENS[hydrogens];
  const written = await convertMolecule(job, { from, to: target.format, text: nameless, options });
  if (written === undefined) return undefined;
  if (target.port === 'pdbqt') {
    const problem = withoutAtomType(atomsOfMolfile(text).map(({ element }) => element));
    if (problem) throw new LigandError(problem);
  }
  const left = target.heavyAtoms(written);
  if (left !== heavyAtoms) throw new LigandError(`Open Babel wrote ${left || 'none'} of ${heavyAtoms} heavy atoms`);
  return target.named(written, name);
}

/**
 * Throws for a molecule without the needed coordinates. Open Babel would put all its atoms at the origin, which is only
 * right for a single atom.
 */
function refuseFlat({ format, text, heavyAtoms }: LigandRecord, needed: 2 | 3): void {
  const dimensions = format === 'SMILES' ? 0 : heavyAtoms === 1 ? 3 : dimensionsOf(text);
  if (dimensions >= needed) return;
  const wanted = needed === 2 ? 'no coordinates' : 'no coordinates in three dimensions';
  throw new LigandError(`${wanted}; ligand-prepare makes them`);
}
