import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolRun } from '../contract.ts';
import { convertMolecule, LigandError } from '../shared/ligands/openBabel.ts';
import { atomLinesOf, isHydrogenType, parseReceptorPdbqt } from '../shared/ligands/pdbqt.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { atomsOf, isHydrogen } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { FLEXIBLE, RECEPTOR } from './dockLigand.ts';
import { type Place, splitReceptor } from './flexible.ts';
import type { Receptor } from './readReceptor.ts';

/**
 * Writes the receptor for Vina: a rigid part, and the side chains that move. The hydrogens of its file are kept; if
 * there are none, hydrogens are added for a pH. Returns false if the job was stopped.
 *
 * @throws ToolError when Open Babel does not return every heavy atom with a type that Vina knows.
 */
export async function stageReceptor(
  job: Pick<ToolRun, 'workdir' | 'signal'>,
  { points, source }: Receptor,
  ph: number | null,
  flexible: Place[],
): Promise<boolean> {
  const pdbqt = 'pdbqt' in source ? source.pdbqt : await prepare(job, source, ph);
  if (pdbqt === undefined) return false;
  const { atoms, problems } = parseReceptorPdbqt(pdbqt, 2 * MAX_MODEL_ATOMS);
  const heavy = atoms.filter(({ type }) => !isHydrogenType(type)).length;
  if (problems.messages.length > 0) throw new ToolError(`the receptor cannot be prepared: ${problems.messages[0]}`);
  if (heavy !== points.length)
    throw new ToolError(`the receptor cannot be prepared: ${heavy} of its ${points.length} heavy atoms are left`);
  const parts = splitReceptor(atomLinesOf(pdbqt), flexible);
  writeFileSync(join(job.workdir, RECEPTOR), parts.rigid);
  if (parts.flexible) writeFileSync(join(job.workdir, FLEXIBLE), parts.flexible);
  return true;
}

async function prepare(
  job: Pick<ToolRun, 'workdir' | 'signal'>,
  { record, residues }: Extract<Receptor['source'], { residues: unknown }>,
  ph: number | null,
): Promise<string | undefined> {
  const hasHydrogens = atomsOf(residues).some(isHydrogen);
  const hydrogens = hasHydrogens ? [] : ph === null ? ['-h'] : ['-p', String(ph)];
  const text = writePdb(residues, record.structure);
  try {
    return await convertMolecule(job, { from: 'pdb', to: 'pdbqt', text, options: [...hydrogens, '-xr'] });
  } catch (error) {
    if (error instanceof LigandError) throw new ToolError(`the receptor cannot be prepared: ${error.message}`);
    throw error;
  }
}
