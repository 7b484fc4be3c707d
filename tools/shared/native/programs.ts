import type { Program } from '../../contract.ts';
import { python } from '../../python/place.ts';

/** The import names of the packages in tools/python/requirements.in. */
const pythonModules = [
  ...['Bio', 'gemmi', 'immunum', 'mdtraj', 'numpy', 'openmm', 'pdbfixer', 'primer3', 'propka', 'rdkit', 'scipy'],
];

/** Prints the version of Python, and of the packages in tools/python/requirements.in. */
const PYTHON_VERSIONS = `
import importlib.metadata as m, platform
names = 'biopython gemmi immunum mdtraj numpy openmm pdbfixer primer3-py propka rdkit scipy'.split()
print('Python', platform.python_version(), *(f'{name} {m.version(name)}' for name in names), sep=' ')
`;

/** The programs that tools run, each with its Debian 12 package. Names of commands and packages may differ. */
export const programs = {
  mafft: { command: 'mafft', probe: ['--version'], answer: 'v7.', debian: 'mafft' },
  muscle: { command: 'muscle', probe: ['--version'], answer: 'muscle 5', debian: 'muscle' },
  clustalo: { command: 'clustalo', probe: ['--version'], answer: '1.', debian: 'clustalo' },
  kalign: { command: 'kalign', probe: ['--version'], answer: 'kalign 3', debian: 'kalign' },
  fasttree: { command: 'fasttree', probe: ['-expert'], answer: 'FastTree 2', debian: 'fasttree' },
  cdHit: { command: 'cd-hit', probe: ['-h'], answer: 'CD-HIT version 4', debian: 'cd-hit' },
  cdHitEst: { command: 'cd-hit-est', probe: ['-h'], answer: 'CD-HIT version 4', debian: 'cd-hit' },
  hmmbuild: { command: 'hmmbuild', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  hmmpress: { command: 'hmmpress', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  hmmscan: { command: 'hmmscan', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  hmmsearch: { command: 'hmmsearch', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  nhmmer: { command: 'nhmmer', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  phmmer: { command: 'phmmer', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  jackhmmer: { command: 'jackhmmer', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  prodigal: { command: 'prodigal', probe: ['-v'], answer: 'Prodigal V2', debian: 'prodigal' },
  makeblastdb: { command: 'makeblastdb', probe: ['-version'], answer: 'makeblastdb: 2.', debian: 'ncbi-blast+' },
  blastp: { command: 'blastp', probe: ['-version'], answer: 'blastp: 2.', debian: 'ncbi-blast+' },
  blastx: { command: 'blastx', probe: ['-version'], answer: 'blastx: 2.', debian: 'ncbi-blast+' },
  tblastn: { command: 'tblastn', probe: ['-version'], answer: 'tblastn: 2.', debian: 'ncbi-blast+' },
  blastn: { command: 'blastn', probe: ['-version'], answer: 'blastn: 2.', debian: 'ncbi-blast+' },
  tblastx: { command: 'tblastx', probe: ['-version'], answer: 'tblastx: 2.', debian: 'ncbi-blast+' },
  blastFormatter: {
    command: 'blast_formatter',
    probe: ['-version'],
    answer: 'blast_formatter: 2.',
    debian: 'ncbi-blast+',
  },
  diamond: { command: 'diamond', probe: ['version'], answer: 'diamond version 2', debian: 'diamond-aligner' },
  mmseqs: { command: 'mmseqs', probe: ['-h'], answer: 'MMseqs2', debian: 'mmseqs2', recommends: ['libfaketime'] },
  hhsearch: { command: 'hhsearch', probe: ['-h'], answer: 'HHsearch 3', debian: 'hhsuite' },
  iqtree: { command: 'iqtree2', probe: ['--version'], answer: 'IQ-TREE multicore version 2', debian: 'iqtree' },
  mkdssp: { command: 'mkdssp', probe: ['--version'], answer: 'mkdssp version 4', debian: 'dssp' },
  tmAlign: { command: 'TMalign', probe: ['-h'], answer: 'TM-align', debian: 'tm-align' },
  freesasa: { command: 'freesasa', probe: ['--version'], answer: 'FreeSASA 2', debian: 'freesasa' },
  mustang: { command: 'mustang', probe: ['--version'], answer: 'MUSTANG', debian: 'mustang' },
  voromqa: { command: 'voronota-voromqa', probe: ['--help'], answer: 'VoroMQA', debian: 'voronota' },
  voronotaPocket: {
    command: 'voronota-pocket',
    probe: ['--help'],
    answer: "'voronota-pocket' script",
    debian: 'voronota',
  },
  // Scripts of Voronota need bc, which Voronota's package does not depend on.
  bc: { command: 'bc', probe: ['--version'], answer: 'bc 1', debian: 'bc' },
  jq: { command: 'jq', probe: ['--version'], answer: 'jq-1', debian: 'jq' },
  theseus: { command: 'theseus', probe: ['-V'], answer: 'THESEUS version 3', debian: 'theseus' },
  // Python programs have their full path, because another interpreter may come first on the PATH.
  pdb2pqr: { command: '/usr/bin/pdb2pqr30', probe: ['--version'], answer: 'pdb2pqr 3', debian: 'pdb2pqr' },
  propka: { command: '/usr/bin/propka3', probe: ['--version'], answer: 'propka3 3', debian: 'python3-propka' },
  apbs: { command: 'apbs', probe: ['--version'], answer: 'APBS 3', debian: 'apbs' },
  obabel: { command: 'obabel', probe: ['-V'], answer: 'Open Babel 3', debian: 'openbabel' },
  gmx: { command: 'gmx', probe: ['-quiet', '--version'], answer: 'GROMACS version:', debian: 'gromacs' },
  vina: { command: 'vina', probe: ['--version'], answer: 'AutoDock Vina v1', debian: 'autodock-vina' },
  // Runs the tools' own Python scripts (runPython.ts). The probe imports each package of tools/python/requirements.in.
  python: {
    command: python,
    probe: ['-c', `import ${pythonModules.join(', ')}; print('all packages of the tools')`],
    answer: 'all packages of the tools',
    version: ['-s', '-c', PYTHON_VERSIONS],
    debian: 'python3',
    script: 'npm run tools:python',
  },
} satisfies Record<string, Program>;
