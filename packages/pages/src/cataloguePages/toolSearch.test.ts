import { tools } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { createToolSearch } from './toolSearch.ts';

const search = createToolSearch(tools.map(({ contract }) => contract));

/** What scientists type, and a tool that does it. */
const TASKS: [string, string][] = [
  ['isoelectric point', 'protein-properties'],
  ['molecular weight', 'protein-properties'],
  ['hydrophobicity', 'protein-properties'],
  ['extinction coefficient', 'protein-properties'],
  ['phylogenetic tree', 'iqtree'],
  ['trypsin', 'protein-digest'],
  ['mass spectrometry', 'protein-digest'],
  ['conserved residues', 'msa-conservation'],
  ['superimpose', 'structure-superpose'],
  ['solvent accessibility', 'freesasa'],
  ['drug-likeness', 'molecule-scores'],
  ['maximum common substructure', 'r-groups'],
  ['R-group decomposition', 'r-groups'],
  ['open reading frame', 'orf-finder'],
  ['translate DNA', 'translate'],
  ['AlphaFold', 'msa-search'],
  ['fold prediction', 'msa-search'],
  ['SMILES to SDF', 'conformer-generation'],
  ['draw molecule', 'molecule-depict'],
  ['align two proteins', 'pairwise-align'],
  ['remove redundant sequences', 'cd-hit'],
  ['gene prediction', 'prodigal-genes'],
  ['hydrogen bonds', 'interface'],
  ['domain', 'domain-scan'],
  ['logP', 'molecule-descriptors'],
  ['blast', 'blast-search'],
  ['multiple alignment', 'mafft'],
  ['docking', 'vina-dock'],
  ['secondary structure', 'dssp'],
  ['pKa', 'pka'],
  ['conformers', 'conformer-generation'],
  ['TM-score', 'tm-align'],
  ['rmsd', 'structure-superpose'],
  ['ramachandran plot', 'backbone-torsions'],
  ['cluster sequences', 'mmseqs-cluster'],
  ['motifs', 'motif-scan'],
  ['primers', 'primer-design'],
  ['antibody CDR', 'antibody-number'],
  ['disordered regions', 'disorder'],
  ['energy minimization', 'gromacs-minimize'],
  ['contact map', 'contact-map'],
  ['binding site', 'pocket-detect'],
];

describe('a search of tools', () => {
  it.each(TASKS)('for "%s" finds %s among the first three', (task, id) => {
    expect(search(task).slice(0, 3)).toContain(id);
  });

  it.each([
    ['phylogenetics trees', 'iqtree'],
    ['minimisation', 'gromacs-minimize'],
    ['hidrophobicity', 'protein-properties'],
    ['Isoelectric', 'protein-properties'],
  ])('forgives endings and mistakes: %s', (task, id) => {
    expect(search(task).slice(0, 3)).toContain(id);
  });

  it('returns all tools for an empty query and none for words that no tool has', () => {
    expect(search(' ')).toHaveLength(tools.length);
    expect(search('xylophone')).toEqual([]);
    expect(search('<script>')).toEqual([]);
  });
});
