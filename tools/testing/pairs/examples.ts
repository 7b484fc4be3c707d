import type { OutputPort, Settings } from '../../contract.ts';
import { samples } from '../../shared/example/samples.ts';
import { readTestData } from '../../testdata/read.ts';
import type { TextInput } from '../soundInputs.ts';
import { helix } from '../testProteins.ts';

export interface Example {
  inputs?: TextInput[];
  settings?: Settings;
}

export const textOf = (slotId: string, kind: string, format: string, text: string): TextInput => ({
  ...{ id: slotId, slotId, kind: kind as TextInput['kind'], format, text },
});

export const dna = (slotId: string): TextInput => textOf(slotId, 'dna', 'FASTA', samples.dna!.text);

const ethanol = samples.ligand!.text;

/** Two molecules in three dimensions. */
const solid = textOf('ligands', 'ligand', 'SDF', ethanol + ethanol.replace(/^ethanol/, 'other'));

/** MMseqs2's table of the longest words of bases takes 8 GB, and most of the time of a search. */
export const shortWords = { kmer_length: 11 };

/** Molecules that get coordinates in a fifth of the CPU time that the three drugs of the examples take. */
const rings = textOf('molecules', 'smiles', 'SMILES', 'Oc1ccccc1 phenol\nNc1ccccc1 aniline\nCc1ccccc1 toluene\n');

/**
 * Requests in place of an example that takes long, or whose files take long in other tools: docking and conformers
 * compute seconds for each drug, and a simulation for each thousand waters. The examples of tools without programs are run by determinism.test.ts.
 */
export const quickExamples: Record<string, Example> = {
  'molecule-filter': { inputs: [rings] },
  'molecule-convert': { inputs: [rings] },
  'conformer-generation': { inputs: [rings] },
  'gromacs-md': { inputs: [helix()] },
  'ligand-prepare': { inputs: [{ ...rings, slotId: 'ligands' }] },
  'vina-dock': {
    inputs: [
      textOf('receptor', 'structure', 'PDB', samples.structure!.text),
      solid,
      textOf('box', 'box', 'JSON', samples.box!.text),
    ],
  },
};

/** Requests that fill the ports which the example of a tool leaves empty. */
export const further: Record<string, Example[]> = {
  'structure-prepare': [
    { settings: { mmcif: true } },
    { inputs: [textOf('structure', 'structure', 'MMCIF', readTestData('structures/4CUP.cif'))] },
  ],
  'molecule-convert': [{ settings: { to: 'SMILES' } }],
  'molecule-standardize': [{ settings: { tautomer: 'enumerate' } }],
  'ligand-convert': ['SDF', 'MOL2', 'SMILES', 'PDB', 'PDBQT'].map((to) => ({ inputs: [solid], settings: { to } })),
  'structure-convert': [{ settings: { to: 'PDB' } }],
  'msa-conservation': [
    { inputs: [textOf('alignment', 'msa', 'AFA', samples.dna!.text + samples.dna!.text.replace('orf', 'same'))] },
  ],
  'pocket-detect': [{ inputs: [textOf('structure', 'structure', 'PDB', readTestData('structures/d1cih__.pdb'))] }],
  'cd-hit': [{ inputs: [dna('sequences')] }],
  'blast-search': [{ inputs: [dna('queries'), dna('database')], settings: { program: 'blastn' } }],
  'mmseqs-search': [{ inputs: [dna('queries'), dna('database')], settings: shortWords }],
};

/** Returns the settings that a tool needs for files of a kind. */
export function settingsFor(tool: string, { kind }: OutputPort): Settings {
  // The molecules of most files have little in common.
  if (tool === 'r-groups') return { atoms: 'any', bonds: 'any', rings: 'any' };
  if (kind !== 'dna') return {};
  const ofDna: Record<string, Settings> = {
    'blast-search': { program: 'blastn' },
    'diamond-search': { program: 'blastx' },
    'mmseqs-search': shortWords,
  };
  return ofDna[tool] ?? {};
}
