import { ConformerError, generateConformers } from '../conformers/conformers.ts';
import type { Rdkit } from '../rdkit/rdkit.ts';

/** Where OpenChemLib cannot build the stereo of a molecule, as in bridged rings, it silently builds another isomer. */
export const OTHER_ISOMER =
  'another stereoisomer came out in three dimensions: the stereo in the input may be impossible to build';

/**
 * Compares the stereo of a conformer with that of its SMILES, and lists the stereo that the SMILES does not define.
 * `maxIsomers` bounds `isomers`.
 */
export async function compareStereo(rdkit: Rdkit, smiles: string, molfile: string, maxIsomers = 1) {
  const { result, reason } = await rdkit.ask('stereo', { text: smiles, heavyAtoms: 1 }, { made: molfile, maxIsomers });
  if (!result) throw new ConformerError(`its stereo could not be checked: ${reason}`);
  return result;
}

/**
 * Returns the stereoisomers of a canonical SMILES, and whether there may be more. Returns the SMILES itself when it
 * defines all its stereo.
 */
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
