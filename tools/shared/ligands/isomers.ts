import { ConformerError, generateConformers } from '../conformers/conformers.ts';
import type { Rdkit } from '../rdkit/rdkit.ts';

/** OpenChemLib makes what it can where the stereo of a molecule cannot be built, as in bridged rings. */
export const OTHER_ISOMER =
  'another stereoisomer came out in three dimensions: the stereo in the input may be impossible to build';

/** Whether a conformer of a SMILES has its stereo, and what the SMILES leaves open. `maxIsomers` bounds `isomers`. */
export async function compareStereo(rdkit: Rdkit, smiles: string, molfile: string, maxIsomers = 1) {
  const { result, reason } = await rdkit.ask('stereo', { text: smiles, heavyAtoms: 1 }, { made: molfile, maxIsomers });
  if (!result) throw new ConformerError(`its stereo could not be checked: ${reason}`);
  return result;
}

/** The stereoisomers that a canonical SMILES stands for, and whether there may be more; the SMILES itself where it leaves nothing open. */
export async function isomersOf(
  rdkit: Rdkit,
  smiles: string,
  settings: { seed: number; maxIsomers: number },
  signal: AbortSignal,
): Promise<{ isomers: string[]; more: boolean }> {
  const options = { conformers: 1, seed: settings.seed, minimize: false };
  for await (const { molfile } of generateConformers(smiles, options, signal)) {
    const { isomers, chosen } = await compareStereo(rdkit, smiles, molfile, settings.maxIsomers + 1);
    if (chosen.length > 0)
      return { isomers: isomers.slice(0, settings.maxIsomers), more: isomers.length > settings.maxIsomers };
  }
  return { isomers: [smiles], more: false };
}
