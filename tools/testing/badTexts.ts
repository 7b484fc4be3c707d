import { samples } from '../shared/example/samples.ts';
import { readTestData } from '../testdata/read.ts';
import { broken } from './testStructures.ts';

/** A text that no tool may accept as its input. A tool may accept a `doubtful` text, but must then write results. */
export interface BadText {
  name: string;
  text: string;
  doubtful?: true;
}

const bad = (name: string, text: string): BadText => ({ name, text });
const doubtful = (name: string, text: string): BadText => ({ name, text, doubtful: true });

/** Texts that are invalid in every format. */
const anywhere: BadText[] = [
  bad('nothing', ''),
  bad('blank lines', ' \n\t\n\n'),
  bad('junk', 'hello, world!\nthis is no file of 1 known kind\n'),
  bad('a page of a web server', '<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n'),
  bad('a program', '\u007fELF\u0002\u0001\u0001\0\0\0\0\0\u0003\0>\0'),
  bad('an archive', '\u001f\ufffd\b\u0008\u0001\u0002\ufffd\u001b\ufffd\u0003\n\ufffd\ufffd\u0007'),
];

const proteins: BadText[] = [
  bad('digits', '>a\nMKT12AY!AK\n>b\nMKTAY\n>c\nMKTAY\n'),
  bad('a gap', '>a\nMKT-AY\n>b\nMKTAYI\n>c\nMKTAY\n'),
  doubtful('DNA', `>a\n${'ACGT'.repeat(8)}\n>b\n${'GATC'.repeat(8)}\n>c\n${'GATT'.repeat(8)}\n`),
  bad('a record without residues', '>a\n>b\nMKTAY\n>c\nMKTAY\n'),
  bad('a file cut in a header', '>a\nMKTAY\n>b\nMKTAY\n>c'),
  doubtful('rare letters', '>a\nMKTAYAIKUOBZJX*\n>b\nUOBZJXMKTAYAIK\n>c\nXXXXXXXXXXXXXXX\n'),
  doubtful('a file cut in a sequence', '>a\nMKTAYIAKQRQISFVKSHFSRQ\n>b\nMKTAYIAKQRQISFVKSHFSRQ\n>c\nM'),
];

const nucleotides: BadText[] = [
  bad('digits', '>a\nACG12T\n>b\nACGTACGT\n>c\nACGTACGT\n'),
  bad('a protein', '>a\nMKTAYIAKQRQISFVKSHFSRQ\n>b\nMKTAYIAKQRQISFVKSHFSRQ\n>c\nMKTAYIAKQRQ\n'),
  bad('a record without bases', '>a\n>b\nACGT\n>c\nACGT\n'),
  doubtful('unknown bases', `>a\n${'N'.repeat(60)}\n>b\n${'ACGTN'.repeat(12)}\n>c\n${'RYSWKM'.repeat(10)}\n`),
  doubtful('a file cut in a sequence', `>a\n${'ACGTTGCA'.repeat(12)}\n>b\n${'ACGTTGCA'.repeat(12)}\n>c\nA`),
];

const alignments: Record<string, BadText[]> = {
  AFA: [
    bad('rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTAY\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    bad('digits', '>a\nMK12YIAK\n>b\nMKTAYIAK\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    doubtful('two rows of one name', '>a\nMKTAYIAK\n>a\nMKTAYIAR\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    bad('a row without anything', '>a\n>b\nMKTAYIAK\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    bad('a file cut in a row', '>a\nMKTAYIAK\n>b\nMKTAYIAR\n>c\nMKTAYIAK\n>d\nMKT'),
    doubtful('a row of gaps', '>a\n--------\n>b\nMKTAYIAK\n>c\nMKTAYIAR\n>d\nMKTAWIAK\n'),
    doubtful('nothing but gaps', '>a\n----\n>b\n----\n>c\n----\n>d\n----\n'),
  ],
  STOCKHOLM: [
    bad('a header alone', '# STOCKHOLM 1.0\n//\n'),
    bad('rows of different lengths', '# STOCKHOLM 1.0\na MKTAYIAK\nb MKTAY\nc MKTAYIAK\nd MKTAYIAK\n//\n'),
    bad('a file cut in a row', '# STOCKHOLM 1.0\na MKTAYIAK\nb MKTAYIAR\nc MKTAYIAK\nd MKT'),
  ],
  CLUSTAL: [
    bad('a header alone', 'CLUSTAL W\n\n'),
    bad('rows of different lengths', 'CLUSTAL W\n\na MKTAYIAK\nb MKTAY\nc MKTAYIAK\nd MKTAYIAK\n'),
    bad('a file cut in a row', 'CLUSTAL W\n\na MKTAYIAK\nb MKTAYIAR\nc MKTAYIAK\nd MKT'),
    bad('two rows of one name', 'CLUSTAL W\n\na MKTAYIAK\na MKTAYIAR\nc MKTAYIAK\nd MKTAYIAK\n'),
  ],
  A3M: [
    bad('rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTayIAK\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    bad('digits', '>a\nMK12YIAK\n>b\nMKTAYIAK\n>c\nMKTAYIAK\n>d\nMKTAYIAK\n'),
    bad('a file cut in a row', '>a\nMKTAYIAK\n>b\nMKTAYIAR\n>c\nMKTAYIAK\n>d\nMKT'),
  ],
  PHYLIP: [
    bad('its size alone', '4 8\n'),
    bad('rows of different lengths', '4 8\na MKTAYIAK\nb MKTAY\nc MKTAYIAK\nd MKTAYIAK\n'),
    bad('a file cut in a row', '4 8\na MKTAYIAK\nb MKTAYIAR\nc MKTAYIAK\nd MKT'),
    bad('too few rows', '5 8\na MKTAYIAK\nb MKTAYIAR\nc MKTAYIAK\nd MKTAYIAK\n'),
  ],
  MSF: [
    bad('a file without //', 'PileUp\n MSF: 8 Type: P Check: 1 ..\n Name: a Len: 8\n'),
    bad(
      'rows of different lengths',
      'PileUp\n MSF: 8 Type: P Check: 1 ..\n Name: a\n Name: b\n Name: c\n Name: d\n//\na MKTAYIAK\nb MKTAY\nc MKTAYIAK\nd MKTAYIAK\n',
    ),
    bad(
      'a file cut in a row',
      'PileUp\n MSF: 8 Type: P Check: 1 ..\n Name: a\n Name: b\n Name: c\n Name: d\n//\na MKTAYIAK\nb MKTAYIAR\nc MKT',
    ),
  ],
  NEXUS: [
    bad('a block of trees', '#NEXUS\nbegin trees;\ntree t = (a,b);\nend;\n'),
    bad(
      'rows of different lengths',
      '#NEXUS\nbegin data;\ndimensions ntax=4 nchar=8;\nformat datatype=protein;\nmatrix\na MKTAYIAK\nb MKTAY\nc MKTAYIAK\nd MKTAYIAK\n;\nend;\n',
    ),
    bad('a file cut in a row', '#NEXUS\nbegin data;\ndimensions ntax=4 nchar=8;\nmatrix\na MKTAYIAK\nb MKTAYIAR\nc MK'),
  ],
};

const helix = samples.structure!.text;
const loop = readTestData('structures/1A8O.cif');
const firstAtom = loop.indexOf('\nATOM ') + 1;

const structures: Record<string, BadText[]> = {
  PDB: [
    bad('waters', broken.hetatmOnly()),
    bad('a coordinate that is no number', broken.badCoordinates()),
    bad('two residues', broken.twoResidues()),
    bad('a file cut in a coordinate', helix.slice(0, helix.indexOf('ATOM    262') + 35)),
    doubtful('alpha carbons', broken.caOnly()),
    doubtful('a file cut between atoms', helix.slice(0, helix.indexOf('ATOM    215'))),
  ],
  MMCIF: [
    bad('atoms without any', loop.slice(0, firstAtom)),
    bad('a file cut in an atom', `${loop.slice(0, firstAtom + 5000).trimEnd()} `.replace(/\S+ \S+ $/, '')),
    bad('a text that does not end', `data_x\n_entry.id\n;\n${'x\n'.repeat(5)}`),
  ],
  PDBQT: [
    bad('waters', broken.hetatmOnly()),
    bad('no atom', 'ROOT\nENDROOT\nTORSDOF 0\n'),
    bad('a coordinate that is no number', broken.badCoordinates()),
  ],
  PQR: [
    bad('a coordinate that is no number', 'ATOM      1  N   GLY A   1       x.000   0.000   0.000  -0.4157 1.8240\n'),
  ],
};

const ethanol = samples.ligand!.text;

const molfiles: BadText[] = [
  bad('a file cut in its atoms', ethanol.slice(0, ethanol.indexOf('-0.3678'))),
  bad('a file cut in its bonds', ethanol.slice(0, ethanol.indexOf('  2  3  1  0'))),
  bad('no atom', 'x\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n$$$$\n'),
  bad('a coordinate that is no number', ethanol.replace('-1.3058', ' x.yyyy')),
  bad('more atoms than it has', ethanol.replace('  3  2  0', ' 30  2  0')),
];

const ligands: Record<string, BadText[]> = {
  SDF: molfiles,
  MOL: molfiles,
  MOL2: [
    bad('no atom', '@<TRIPOS>MOLECULE\nx\n0 0\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n'),
    bad('a file cut in its atoms', '@<TRIPOS>MOLECULE\nx\n3 2\nSMALL\nNO_CHARGES\n\n@<TRIPOS>ATOM\n1 C1 0.0 0.0'),
  ],
  PDBQT: structures.PDBQT!.filter(({ name }) => name !== 'waters'),
};

/** Returns bad texts for a kind and format that a slot may accept. */
export function badTexts(kind: string, format: string): BadText[] {
  return [...anywhere, ...(byKind(kind, format) ?? [])];
}

function byKind(kind: string, format: string): BadText[] | undefined {
  switch (kind) {
    case 'protein':
      return format === 'FASTA' ? proteins : [bad('digits', 'MKT12AY'), doubtful('DNA', 'ACGT'.repeat(8))];
    case 'dna':
    case 'rna':
      return format === 'FASTA' ? nucleotides : [bad('digits', 'ACG12T')];
    case 'msa':
      return alignments[format];
    case 'structure':
      return structures[format];
    case 'ligand':
      return ligands[format];
    case 'smiles':
      return [
        bad('an open ring', 'C1CC( broken\n'),
        bad('carbon with five bonds', 'C(C)(C)(C)(C)C five\n'),
        bad('a ring without its hydrogen', 'c1cccc1 ring\n'),
        bad('a name alone', ' ethanol\n'),
        bad('a molecule of 1,600 atoms', `${'C'.repeat(1600)} long\n`),
        doubtful('one good line of two', 'C1CC( broken\nCCO ethanol\n'),
      ];
    case 'pattern':
      return format === 'SMARTS'
        ? [bad('an open ring', 'C1CC( broken\n'), bad('an open bracket', '[C\n')]
        : [
            bad('a regular expression', '(A+)+$\n'),
            bad('an open bracket', 'A-[ST\n'),
            bad('an open count', 'A-x(5\n'),
            doubtful('no amino acid', '{ACDEFGHIKLMNPQRSTVWY}\n'),
          ];
    case 'hmm':
      return [
        bad('another version', 'HMMER2.0\nNAME  x\nLENG  2\nALPH  amino\nHMM   A\n//\n'),
        bad('a file cut in a state', 'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM   A\n  0.1 0.'),
        bad(
          'a profile of no state',
          'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n//\n',
        ),
      ];
    case 'box':
      return [
        bad('half an object', '{"center": [37, 28'),
        bad('a list', '[]'),
        bad('no field', '{}'),
        bad('two numbers', '{"center": [37, 28], "size": [24, 24, 24]}'),
        bad('texts', '{"center": ["37", "28", "13"], "size": [24, 24, 24]}'),
        bad('a side below nothing', '{"center": [37, 28, 13], "size": [24, -24, 24]}'),
        bad('a box far away', '{"center": [370, 280, 130], "size": [24, 24, 24]}'),
      ];
  }
  return undefined;
}

/** Returns the first record of a sample, for slots that need more records; undefined for other slots. */
export function tooFew(kind: string, format: string, needed: number): BadText | undefined {
  const sample = samples[kind as keyof typeof samples];
  if (needed < 2 || sample?.format !== format) return undefined;
  const { text } = sample;
  if (text.startsWith('>')) return bad('one record', text.slice(0, text.indexOf('>', 1)));
  return bad('one record', format === 'SMILES' ? text.slice(0, text.indexOf('\n') + 1) : text);
}
