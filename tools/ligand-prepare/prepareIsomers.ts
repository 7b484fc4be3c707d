import { ConformerError } from '../shared/conformers/conformers.ts';
import { isomersOf } from '../shared/ligands/isomers.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import {
  type PreparedLigand,
  type PrepareOptions,
  prepareLigand,
  type Toolkit,
} from '../shared/ligands/prepareLigand.ts';
import { isSolid, type LigandRecord } from '../shared/ligands/readLigands.ts';

export interface IsomerOptions extends PrepareOptions {
  /** Null: makes only one stereoisomer of a molecule with undefined stereo. */
  maxIsomers: number | null;
}

/** A stereoisomer of a molecule. Its number counts from 1, and is undefined when the molecule has only one. */
export interface PreparedIsomer {
  isomer: number | undefined;
  /** The ligand, or why this isomer cannot be made. */
  made: PreparedLigand | { smiles: string; failure: string };
  /** Whether there are more stereoisomers than the maximum. */
  more: boolean;
}

/**
 * Yields the prepared stereoisomers of a molecule with undefined stereo. A molecule with 3D coordinates has no
 * undefined stereo, and is yielded itself. Ends early when the job is stopped.
 *
 * @throws LigandError for a molecule that cannot be used.
 */
export async function* prepareIsomers(
  tools: Toolkit,
  record: LigandRecord,
  options: IsomerOptions,
): AsyncGenerator<PreparedIsomer> {
  const { isomers, more, given } = await listIsomers(tools, record, options);
  if (isomers.length < 2) {
    const prepared = await prepareLigand(tools, record, options);
    if (prepared) yield { isomer: undefined, made: prepared, more };
    return;
  }
  for (const [i, smiles] of isomers.entries()) {
    try {
      const prepared = await prepareLigand(tools, { ...record, format: 'SMILES', text: smiles }, options);
      if (!prepared) return;
      yield { isomer: i + 1, made: { ...prepared, ...given }, more };
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      yield { isomer: i + 1, made: { smiles, failure: error.message }, more };
    }
  }
}

async function listIsomers({ job, rdkit }: Toolkit, record: LigandRecord, options: IsomerOptions) {
  const { maxIsomers, seed, generate3d } = options;
  const none = { isomers: [], more: false, given: { removed: [] } };
  if (maxIsomers === null || record.fault || (isSolid(record) && generate3d !== 'always')) return none;
  const { result } = await rdkit.ask('describe', record, { parent: true, anyImine: true });
  // prepareLigand reports why the molecule cannot be used.
  if (!result || result.heavyAtoms > options.maxHeavyAtoms) return none;
  try {
    const found = await isomersOf(rdkit, result.smiles, { seed, maxIsomers }, job.signal);
    return { ...found, given: { removed: result.removed } };
  } catch (error) {
    if (error instanceof ConformerError) throw new LigandError(error.message);
    throw error;
  }
}
