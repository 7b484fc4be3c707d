import { gzipSync } from 'node:zlib';
import { readTestData } from '@rotamer/tools/testdata/read.ts';
import { encodings } from './encodings.ts';
import { office } from './forbidden.ts';
import { gz, tarOf, zip } from './packing.ts';
import { bmp, gif, jpeg, pdf, png, tiff, webp } from './pictures.ts';

export interface GoodSample {
  name: string;
  format: string;
  content: Uint8Array | string;
  units?: Record<string, number>;
}

const atom = 'ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00  9.67           N  \n';
const molfile =
  'ethanol\n  made\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n' +
  '    0.0000    0.0000    0.0000 C   0  0\n'.repeat(3) +
  '  1  2  1  0\n  2  3  1  0\nM  END\n';
const cif = 'data_1ABC\n#\n_entry.id   1ABC\nloop_\n_atom_site.group_PDB\n_atom_site.id\nATOM 1\nATOM 2\n';
const fasta = '>sp|P0CG48|1-76 ubiquitin\nMQIFVKTLTG\nKTITLEV\n';

const sequences: GoodSample[] = [
  {
    name: 'ubiquitin.fasta',
    format: 'FASTA',
    content: readTestData('ubiquitin.fasta'),
    units: { records: 1, residues: 76 },
  },
  {
    name: 'globins3.fasta',
    format: 'FASTA',
    content: readTestData('globins3.fasta'),
    units: { records: 3, residues: 443 },
  },
  {
    name: 'a.fa',
    format: 'FASTA',
    content: '><html><script>alert(1)</script>\nMKV\n',
    units: { records: 1, residues: 3 },
  },
  { name: 'a.fa', format: 'FASTA', content: '>a function () { return 1; }\nMKV*\n' },
  { name: 'a.fa', format: 'FASTA', content: '>a\r\nMK V\r\n\r\n>b\r\nmkv--\r\n', units: { records: 2, residues: 6 } },
  { name: 'a.fa', format: 'FASTA', content: '>a\rMKV\r>b\rMK', units: { records: 2, residues: 5 } },
  { name: 'a.fasta', format: 'FASTA', content: '; an old comment\n>a\nMKV\n' },
  {
    name: 'a.fasta',
    format: 'FASTA',
    content: '>P1;CRAB_ANAPL\nalpha crystallin\nMDITIHNPLIR*\n'.replace('alpha crystallin\n', ''),
  },
  { name: 'noExtension', format: 'FASTA', content: fasta },
  { name: 'wrong.pdb', format: 'FASTA', content: fasta },
  {
    name: 'one.fa',
    format: 'FASTA',
    content: `>a\n${'MKVLA'.repeat(40_000)}`,
    units: { records: 1, residues: 200_000 },
  },
  {
    name: 'a.fastq',
    format: 'FASTQ',
    content: '@r1\nACGT\n+\n!<a>\n@r2\nAC\n+r2\n@@\n',
    units: { records: 2, residues: 6 },
  },
  {
    name: 'a.gb',
    format: 'GENBANK',
    content: 'LOCUS       NC_005816   9609 bp    DNA     circular\nDEFINITION  <html>\nORIGIN\n        1 acgt\n//\n',
  },
  {
    name: 'a.embl',
    format: 'EMBL',
    content: 'ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.\nSQ   Sequence\n//\n',
  },
  { name: 'a.hmm', format: 'HMM', content: 'HMMER3/f [3.3.2 | Nov 2020]\nNAME  globins4\n//\n' },
  { name: 'bare.txt', format: 'TEXT', content: 'MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEG\n', units: { lines: 1 } },
];

const alignments: GoodSample[] = [
  {
    name: 'a.aln',
    format: 'CLUSTAL',
    content:
      'CLUSTAL W (1.83) multiple sequence alignment\n\n\na   MKV-L 4\nb   MKVAL 5\n    *** *\n\na   MK\nb   MK\n',
    units: { records: 2, residues: 13 },
  },
  {
    name: 'a.sto',
    format: 'STOCKHOLM',
    content: '# STOCKHOLM 1.0\n#=GF ID <b>\n\na/1-5  MKV.L\nb/1-5  MKVAL\n//\n',
    units: { records: 2, residues: 9 },
  },
  {
    name: 'a.phy',
    format: 'PHYLIP',
    content: ' 2 6\nalpha     MKV-LA\nbeta      MKVALA\n',
    units: { records: 2, residues: 12 },
  },
  {
    name: 'a.nwk',
    format: 'NEWICK',
    content: "((A:0.1,'B (x)':0.2)95:0.3,C:1e-3,D);\n",
    units: { trees: 1, leaves: 4 },
  },
  { name: 'a.txt', format: 'NEWICK', content: '(A,(B,C)D)E;(A,B);', units: { trees: 2, leaves: 5 } },
  {
    name: 'a.tre',
    format: 'NEWICK',
    content: `${'('.repeat(5000)}A${',B)'.repeat(5000)};`,
    units: { trees: 1, leaves: 5001 },
  },
  { name: 'a.nex', format: 'NEXUS', content: '#NEXUS\nbegin trees;\n  tree a = (A,B);\nend;\n' },
  {
    name: 'a.msf',
    format: 'MSF',
    content:
      'PileUp\n\n   MSF:    4  Type: P    Check:  1000   .. \n\n Name: a  Len:    4  Check:  1  Weight:  1.0\n\n//\n\na  MKVL\n',
    units: { records: 1 },
  },
];

const structures: GoodSample[] = [
  {
    name: 'a.pdb',
    format: 'PDB',
    content: `HEADER    <script>\nREMARK   1 function () { alert(1); }\n${atom}TER\nEND\n`,
    units: { atoms: 1, models: 1 },
  },
  {
    name: 'a.pdb',
    format: 'PDB',
    content: `MODEL        1\n${atom}ENDMDL\nMODEL        2\n${atom}ENDMDL\n`,
    units: { atoms: 2, models: 2 },
  },
  { name: 'a.ent', format: 'PDB', content: atom.repeat(3).replaceAll('\n', '\r\n') },
  { name: 'a.pdbqt', format: 'PDBQT', content: `REMARK x\nROOT\n${atom}ENDROOT\nTORSDOF 0\n` },
  { name: 'a.pqr', format: 'PQR', content: 'ATOM      1  I   ION     1       0.000   0.000   0.000  1.00 3.00\n' },
  { name: 'a.cif', format: 'MMCIF', content: cif, units: { records: 1, atoms: 2 } },
  { name: 'a.cif', format: 'MMCIF', content: `# comment\n${cif}_a.text\n;\n<html>\n<script>alert(1)</script>\n;\n` },
  { name: 'a.cif', format: 'CIF', content: 'data_x\n_cell_length_a 5.1\n' },
  {
    name: 'a.sdf',
    format: 'SDF',
    content: `${molfile}> <note>\n<html>const x = 1;\n\n$$$$\n${molfile}$$$$\n\n`,
    units: { molecules: 2 },
  },
  { name: 'a.mol', format: 'MOL', content: molfile, units: { molecules: 1 } },
  { name: 'a.mol', format: 'MOL', content: molfile.replace('ethanol', '') },
  { name: 'a.mol2', format: 'MOL2', content: '# made\n@<TRIPOS>MOLECULE\nx\n@<TRIPOS>ATOM\n', units: { molecules: 1 } },
  { name: 'a.xyz', format: 'XYZ', content: '2\nwater\nO 0.0 0.0 0.0\nH 0.0 0.0 1.0\n' },
  { name: 'library.smi', format: 'SMILES', content: readTestData('kinase_library.smi'), units: { molecules: 15 } },
  {
    name: 'a.smi',
    format: 'SMILES',
    content: 'C=C\nC(C)(C)(C)(C)\nc1ccccc1\n[Na+].[Cl-] salt\nF/C=C\\F\nN[C@@H](C)C(=O)O alanine <b>\n',
    units: { molecules: 6 },
  },
  { name: 'a.smi', format: 'SMILES', content: 'smiles name\nCCO ethanol\n' },
  {
    name: 'a.smi',
    format: 'SMILES',
    content: '# of 2020\nsmiles\tname\nN->[Pt](Cl)(Cl)<-N\tcisplatin\n',
    units: { molecules: 1 },
  },
];

const tables: GoodSample[] = [
  { name: 'a.csv', format: 'CSV', content: 'id,json\n1,"{""a"": ""<b>x</b>""}"\n2,"two\nlines"\n', units: { rows: 3 } },
  { name: 'a.csv', format: 'CSV', content: 'set,members\na,{1;2}\nb,function () {}\n' },
  { name: 'a.csv', format: 'CSV', content: 'time(s),dist(nm)\n0,1\n1,2\n' },
  { name: 'a.csv', format: 'CSV', content: 'T.max(C),T.min(C)\n10,20\n11,21\n' },
  { name: 'a.csv', format: 'CSV', content: 'a;b\n1,5;2,5\n' },
  { name: 'ragged.csv', format: 'CSV', content: 'a,b\n1,2,3\n' },
  { name: 'numbers.csv', format: 'CSV', content: '1,2\n'.repeat(20_000), units: { rows: 20_000 } },
  { name: 'a.tsv', format: 'TSV', content: 'id\tsmiles\n1\tCCO\n', units: { rows: 2 } },
  { name: 'a.vcf', format: 'VCF', content: '##fileformat=VCFv4.3\n#CHROM\tPOS\n1\t10\t.\tA\tC\n' },
  {
    name: 'a.json',
    format: 'JSON',
    content: '{"html": "<html><script>alert(1)</script>", "n": [1, -2.5e3, null, true]}',
    units: { records: 1 },
  },
  { name: 'a.json', format: 'JSON', content: '[{"a\\"}": "\\\\"}, []]' },
  { name: 'a.jsonl', format: 'JSON', content: '{"a":1}\n{"a":2}\n', units: { records: 2 } },
];

const texts: GoodSample[] = [
  {
    name: 'README.md',
    format: 'TEXT',
    content:
      '# Title\n\nUse the <script> tag, or `function () {}`.\n\n```html\n<html>\n<script>alert(1)</script>\n```\n\n```js\nconst x = 1;\nexport default x;\n```\n',
  },
  {
    name: 'notes.txt',
    format: 'TEXT',
    content: 'Let x = 5 be the function of this class; if it works, import the rest.\n',
  },
  { name: 'notes.txt', format: 'TEXT', content: 'let it go' },
  { name: 'notes.txt', format: 'TEXT', content: '<3 proteins, <100 nM, <me@example.org>\n' },
  {
    name: 'a.log',
    format: 'TEXT',
    content:
      '2026-01-01 12:00 INFO console.log(x) called\n'.repeat(3) +
      'TypeError: x is not a function\n    at Object.<anonymous> (/a/b.js:1:2)\n'.repeat(20),
  },
  { name: 'a.yaml', format: 'YAML', content: '# c\na: 1\nb:\n  - x\n  - {c: d}\n' },
  { name: 'a.toml', format: 'TOML', content: '[server]\nport = 80\nname = "x"\nwindow.width = 3\n' },
  { name: 'apbs.in', format: 'TEXT', content: 'read\n    mol pqr ion.pqr\nend\nquit\n' },
  { name: 'script.r', format: 'TEXT', content: '# plot\nx <- read.csv("a.csv")\nplot(x$a, x$b)\n' },
  { name: 'run.py', format: 'TEXT', content: 'import os\nfor a in range(3):\n    print(a)\n' },
  { name: 'nginx.conf', format: 'TEXT', content: 'server {\n  listen 80;\n  location / { root /a; }\n}\n' },
  { name: 'umlaut.txt', format: 'TEXT', content: 'Größe der Moleküle: 5 Å\n' },
  { name: 'latin1.txt', format: 'TEXT', content: Buffer.from('Größe der Moleküle\n', 'latin1') },
  { name: 'spaces.txt', format: 'TEXT', content: '   \n\n' },
  ...Object.entries(encodings)
    .filter(([encoding]) => !encoding.startsWith('UTF-32'))
    .map(([, encode]) => ({
      name: 'a.fasta',
      format: 'FASTA',
      content: encode(fasta),
      units: { records: 1, residues: 17 },
    })),
];

const packed: GoodSample[] = [
  { name: 'a.png', format: 'PNG', content: png },
  { name: 'wrong.txt', format: 'PNG', content: png },
  { name: 'a.jpg', format: 'JPEG', content: jpeg },
  { name: 'a.gif', format: 'GIF', content: gif },
  { name: 'a.webp', format: 'WEBP', content: webp },
  { name: 'a.tif', format: 'TIFF', content: tiff },
  { name: 'a.bmp', format: 'BMP', content: bmp },
  { name: 'a.pdf', format: 'PDF', content: pdf },
  {
    name: 'quote.pdf',
    format: 'PDF',
    content: Buffer.concat([pdf, Buffer.alloc(5000, ' '), Buffer.from('BT (the <script> tag) Tj ET')]),
  },
  {
    name: 'a.zip',
    format: 'ZIP',
    content: zip({ 'd/a.fasta': fasta, 'b.pdb': atom, 'c.bin': Buffer.alloc(100, 1) }),
    units: { entries: 3 },
  },
  { name: 'nested.zip', format: 'ZIP', content: zip({ 'b.zip': zip({ 'a.fasta': fasta }) }) },
  { name: 'empty.zip', format: 'ZIP', content: zip({}) },
  { name: 'a.fasta.gz', format: 'FASTA', content: gz(fasta) },
  { name: 'two.gz', format: 'FASTA', content: Buffer.concat([gzipSync(fasta), gzipSync(fasta)]) },
  { name: 'a.tar', format: 'TAR', content: tarOf({ 'd/a.fasta': fasta, 'b.txt': '' }), units: { entries: 2 } },
  { name: 'a.tgz', format: 'GZIP', content: gz(tarOf({ 'a.fasta': fasta })) },
  { name: 'a.zip', format: 'ZIP', content: zip({ 'a.tar.gz': gz(tarOf({ 'a.fasta': fasta })) }) },
  { name: 'a.xlsx', format: 'XLSX', content: zip(office) },
];

export const goodSamples = [...sequences, ...alignments, ...structures, ...tables, ...texts, ...packed];
