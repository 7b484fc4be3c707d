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
  prodigal: { command: 'prodigal', probe: ['-v'], answer: 'Prodigal V2', debian: 'prodigal' },
  mkdssp: { command: 'mkdssp', probe: ['--version'], answer: 'mkdssp version 4', debian: 'dssp' },
  tmAlign: { command: 'TMalign', probe: ['-h'], answer: 'TM-align', debian: 'tm-align' },
  freesasa: { command: 'freesasa', probe: ['--version'], answer: 'FreeSASA 2', debian: 'freesasa' },
  mustang: { command: 'mustang', probe: ['--version'], answer: 'MUSTANG', debian: 'mustang' },
  voromqa: { command: 'voronota-voromqa', probe: ['--help'], answer: 'VoroMQA', debian: 'voronota' },
  theseus: { command: 'theseus', probe: ['-V'], answer: 'THESEUS version 3', debian: 'theseus' },
  gemmi: { command: 'gemmi', probe: ['--version'], answer: 'gemmi 0.', debian: 'gemmi' },
  // Python programs by their whole path: another interpreter may come first on the PATH.
  pdb2pqr: { command: '/usr/bin/pdb2pqr30', probe: ['--version'], answer: 'pdb2pqr 3', debian: 'pdb2pqr' },
  propka: { command: '/usr/bin/propka3', probe: ['--version'], answer: 'propka3 3', debian: 'python3-propka' },
} satisfies Record<string, Program>;
