import type { ToolRun } from '../contract.ts';
import { withoutAtomType } from '../shared/ligands/autodockTypes.ts';
import { atomsOfMolfile, dimensionsOf } from '../shared/ligands/molfile.ts';
import { convertMolecule, LigandError } from '../shared/ligands/openBabel.ts';
import type { LigandRecord } from '../shared/ligands/readLigands.ts';
import type { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import type { Target } from './targets.ts';

const HYDROGENS: Record<string, string[]> = { keep: [], add: ['-h'], remove: ['-d'] };

/**
 * A molecule in another format, with its name; undefined when the job was stopped.
 *
 * @throws LigandError for a molecule that cannot be used, or that lacks what the format wants.
 */
export async function convertLigand(
  { job, rdkit }: { job: Pick<ToolRun, 'workdir' | 'signal'>; rdkit: Rdkit },
  { format, text, name, heavyAtoms, fault }: LigandRecord,
  target: Target,
  hydrogens: string,
): Promise<{ text: string; description: Description } | undefined> {
  if (fault) throw new LigandError(fault);
  const from = format === 'SMILES' ? 'smi' : format.toLowerCase();
  const { result, reason } = await rdkit.ask('describe', { text, heavyAtoms }, {});
  if (!result) throw new LigandError(reason);
  if (format === 'SMILES') refuseFlat(0, target);
  else refuseFlat(result.heavyAtoms === 1 ? 3 : dimensionsOf(text), target);
  const nameless = format === 'MOL' ? text.slice(text.indexOf('\n')) : `${text.trimEnd()}\n`;
  const options = [...HYDROGENS[hydrogens]!, ...(hydrogens === 'add' && target.format === 'smi' ? ['-xh'] : [])];
  const written = await convertMolecule(job, { from, to: target.format, text: nameless, options });
  if (written === undefined) return undefined;
  if (target.port === 'pdbqt') {
    const problem = withoutAtomType(atomsOfMolfile(text).map(({ element }) => element));
    if (problem) throw new LigandError(problem);
  }
  const left = target.heavyAtoms(written);
  if (left !== undefined && left !== result.heavyAtoms)
    throw new LigandError(`Open Babel wrote ${left || 'none'} of ${result.heavyAtoms} heavy atoms`);
  return { text: target.named(written, name), description: result };
}

/** Without coordinates Open Babel puts all atoms at the origin. */
function refuseFlat(dimensions: number, target: Target): void {
  if (dimensions >= target.dimensions) return;
  const wanted = target.dimensions === 2 ? 'no coordinates' : 'no coordinates in three dimensions';
  throw new LigandError(`${wanted}; ligand-prepare makes them`);
}
