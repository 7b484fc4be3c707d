/**
 * Messages of a tool about a file that it reads well and cannot use, because the file has too little, too much or another
 * thing. Each message has the slots that give it; `any` stands for all slots. Every other refusal of a tool's output is
 * a fault.
 */
const refusals: [says: RegExp, slots: string][] = [
  [
    /^slot '\w+' needs at least [23] records/,
    'msa-conservation.alignment alignment-trim.alignment distance-tree.alignment fasttree.alignment iqtree.alignment mafft.sequences kalign.sequences muscle.sequences clustal-omega.sequences molecule-cluster.molecules',
  ],
  [/^a common core needs at least 2 molecules; send more/, 'r-groups.molecules'],
  [/more than 1 records$/, 'pairwise-align.query phmmer-search.query jackhmmer-search.query profile-search.query'],
  [/^the alignment has letters that are not codes of nucleotides; hmm-build and hmm-search/, 'nhmmer-search.query'],
  [/^the profile is of 'amino', not of nucleotides/, 'nhmmer-search.query'],
  [/^(lg|LG\+G4) is for proteins, the alignment has nucleotides; use /, 'fasttree.alignment iqtree.alignment'],
  [/more than 1 molecules$/, 'binding-box.ligand vina-dock.reference ligand-convert.template'],
  [/^the ligands of a structure have no bond orders: send/, 'ligand-convert.structure'],
  [/^the structure has no ligand: /, 'ligand-convert.structure'],
  [/^send molecules in the slot 'ligands', or a structure/, 'ligand-convert.template'],
  [/\d+ ROOT lines: the file has several ligands or models; send one$/, 'vina-dock.ligands vina-dock.reference'],
  [/^the file has \d+ molecules, the box is put around one: send only that one$/, 'binding-box.ligand'],
  [/^the file has \d+ ligands, the reference is one: send it/, 'vina-dock.reference'],
  [/^line \d+: the reference is flat: a drawing has no place in a receptor/, 'vina-dock.reference'],
  [/^the file has a protein or nucleic acid; send the ligand/, 'binding-box.ligand'],
  [/^the box holds \d+ heavy atoms of the receptor, at least 50 are needed/, 'vina-dock.box vina-dock.receptor'],
  [/^found 0 amino acids .* at least 3 are needed; the file has HETATM lines only$/, 'any'],
  [/^the file has 1 model, at least 2 are needed$/, 'ensemble-superpose.ensemble md-analysis.trajectory'],
  [/^the structure has \d chains? of amino acids or nucleotides.*, an interface needs 2$/, 'interface.structure'],
  [
    /^slot '\w+' has no sequence of 14 residues or more$/,
    'mmseqs-search.queries mmseqs-search.database mmseqs-cluster.sequences msa-search.queries msa-search.database',
  ],
  [/^no sequence has product_min, 100, bases$/, 'primer-design.sequences'],
  // The example superposes one structure on itself.
  [
    /lie at the positions of other atoms: chains lie on each other/,
    'structure-repair.structure normal-modes.structure freesasa.structure structure-quality.structure gromacs-minimize.structure gromacs-md.structure pocket-detect.structure',
  ],
  [
    /CA atoms only|amino acids have the backbone atoms N, CA, C and O, at least 90 % must/,
    'structure-repair.structure pka.structure backbone-torsions.structure surface-area.structure dssp.structure freesasa.structure structure-quality.structure protonate.structure gromacs-minimize.structure gromacs-md.structure pocket-detect.structure vina-dock.receptor',
  ],
];

/** Returns whether a slot, as `tool.slot`, refuses for a reason that is declared. */
export const isDeclared = (slot: string, message: string): boolean =>
  refusals.some(([says, slots]) => says.test(message) && ['any', slot].some((one) => slots.split(' ').includes(one)));
