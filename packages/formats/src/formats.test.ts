import { describe, expect, it } from 'vitest';
import { acceptedFormat, detectFormat, extensionOf, signedFormat } from './detect.ts';
import { type FormatName, fileExtension, formatNames, formats, formatsOf, kinds } from './formats.ts';

describe('the table of formats', () => {
  it('gives each extension to one format that tools take', () => {
    const all = formatNames.filter((name) => formats[name].kinds).flatMap((name) => formats[name].extensions ?? []);
    expect(all).toEqual([...new Set(all)]);
  });

  it('lists the usual format of each kind first', () => {
    expect(kinds.map((kind) => formatsOf[kind][0])).toEqual(
      'FASTA FASTA FASTA AFA HMM NEWICK PDB SDF SMILES SMARTS JSON TSV'.split(' '),
    );
  });

  it('names new files as programs of the field do', () => {
    expect(['STOCKHOLM', 'TEXT', 'MMCIF', 'own-format'].map(fileExtension)).toEqual([
      'sto',
      'txt',
      'cif',
      'own-format',
    ]);
  });
});

const molfile = 'x\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n';

it.each<[string, FormatName | undefined]>([
  ['\uFEFF\n >a\nMKV', 'FASTA'],
  ['# STOCKHOLM 1.0\n', 'STOCKHOLM'],
  ['MUSCLE (3.8) multiple sequence alignment\n', 'CLUSTAL'],
  ['KALIGNSTRVEQ', undefined],
  ['#nexus\nbegin data;', 'NEXUS'],
  [' MSF: 20  Type: P', 'MSF'],
  [' 3 20\nabc', 'PHYLIP'],
  ['HMMER3/f [3.4]', 'HMM'],
  ['# made by hand\ndata_1UBQ', 'MMCIF'],
  ['HEADER    OXYGEN STORAGE', 'PDB'],
  ['HEADERLSKM', undefined],
  ['REMARK  Name\nROOT\nATOM      1', 'PDBQT'],
  ['# x\n@<TRIPOS>MOLECULE', 'MOL2'],
  [molfile, 'MOL'],
  [`${molfile}$$$$\n`, 'SDF'],
  ['LOCUS       X 10 bp', 'GENBANK'],
  ['@read\nACGT', 'FASTQ'],
  ['[Na+].[Cl-]', undefined],
  ['(a,b);', undefined],
])('reads %j as %s', (text, format) => {
  expect(signedFormat(text)).toBe(format);
});

it('trusts a name over the content, if only one format has its extension', () => {
  expect(detectFormat('x.smi', '>a\nMKV')).toBe('SMILES');
  expect(detectFormat('x.txt', '>a\nMKV')).toBe('FASTA');
  expect(detectFormat('reads.fq', '@r\nACGT')).toBeUndefined();
});

it.each<[string, string, FormatName]>([
  ['protein', 'MKV', 'TEXT'],
  ['msa', 'MKV', 'A3M'],
  ['structure', 'END', 'PDB'],
  ['ligand', 'CCO', 'SDF'],
  ['pattern', 'N-{P}-[ST]', 'SMARTS'],
  ['table', '[{"a": 1, "b": 2}]', 'JSON'],
  ['table', 'a,b\n1,2', 'CSV'],
  ['table', 'a\tb', 'TSV'],
])('reads a text for a slot of %s, %j, as %s', (kind, text, format) => {
  expect(acceptedFormat(text, formatsOf[kind as 'table'])).toBe(format);
});

it.each([
  ['x.FASTA', 'fasta'],
  ['x.fasta. ', 'fasta'],
  ['a.b/x', ''],
  ['x', ''],
])('reads the extension of %j as %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
