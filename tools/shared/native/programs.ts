import type { Program } from '../../contract.ts';

/** The programs that tools run, with the packages of Debian 12 that have them. Names of commands and packages differ. */
export const programs = {
  mafft: { command: 'mafft', probe: ['--version'], answer: 'v7.', debian: 'mafft' },
  muscle: { command: 'muscle', probe: ['--version'], answer: 'muscle 5', debian: 'muscle' },
  clustalo: { command: 'clustalo', probe: ['--version'], answer: '1.', debian: 'clustalo' },
  kalign: { command: 'kalign', probe: ['--version'], answer: 'kalign 3', debian: 'kalign' },
  fasttree: { command: 'fasttree', probe: ['-expert'], answer: 'FastTree 2', debian: 'fasttree' },
  cdHit: { command: 'cd-hit', probe: ['-h'], answer: 'CD-HIT version 4', debian: 'cd-hit' },
  hmmbuild: { command: 'hmmbuild', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  hmmsearch: { command: 'hmmsearch', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  phmmer: { command: 'phmmer', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  jackhmmer: { command: 'jackhmmer', probe: ['-h'], answer: 'HMMER 3', debian: 'hmmer' },
  prodigal: { command: 'prodigal', probe: ['-v'], answer: 'Prodigal V2', debian: 'prodigal' },
  makeblastdb: { command: 'makeblastdb', probe: ['-version'], answer: 'makeblastdb: 2.', debian: 'ncbi-blast+' },
  blastp: { command: 'blastp', probe: ['-version'], answer: 'blastp: 2.', debian: 'ncbi-blast+' },
  blastx: { command: 'blastx', probe: ['-version'], answer: 'blastx: 2.', debian: 'ncbi-blast+' },
  tblastn: { command: 'tblastn', probe: ['-version'], answer: 'tblastn: 2.', debian: 'ncbi-blast+' },
  blastn: { command: 'blastn', probe: ['-version'], answer: 'blastn: 2.', debian: 'ncbi-blast+' },
  blastFormatter: {
    command: 'blast_formatter',
    probe: ['-version'],
    answer: 'blast_formatter: 2.',
    debian: 'ncbi-blast+',
  },
  diamond: { command: 'diamond', probe: ['version'], answer: 'diamond version 2', debian: 'diamond-aligner' },
  mmseqs: { command: 'mmseqs', probe: ['-h'], answer: 'MMseqs2', debian: 'mmseqs2' },
  iqtree: { command: 'iqtree2', probe: ['--version'], answer: 'IQ-TREE multicore version 2', debian: 'iqtree' },
  mkdssp: { command: 'mkdssp', probe: ['--version'], answer: 'mkdssp version 4', debian: 'dssp' },
  tmAlign: { command: 'TMalign', probe: ['-h'], answer: 'TM-align', debian: 'tm-align' },
  freesasa: { command: 'freesasa', probe: ['--version'], answer: 'FreeSASA 2', debian: 'freesasa' },
} satisfies Record<string, Program>;
