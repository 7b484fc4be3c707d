import type { Tool } from '@rotamer/client';
import { detectFormat } from '@rotamer/formats/detect.ts';
import { describe, expect, it } from 'vitest';
import { assignSlots, splitFasta } from './assignSlots.ts';
import { expandGlobs, matchesPart, splitPattern } from './expandGlobs.ts';
import { parseFetch } from './fetchExternal.ts';
import { parseJobFile } from './jobFile.ts';
import { inOwnWords } from './origins.ts';
import { parseInputs } from './readSources.ts';

const slot = (id: string, max: number, kinds: string[], formats: string[]) => ({
  id,
  label: id,
  min: 1,
  max,
  acceptedKinds: kinds,
  acceptedFormats: formats,
  defaultKind: kinds[0],
  capabilities: {},
});
const toolOf = (...slots: ReturnType<typeof slot>[]) =>
  ({ id: 'a-tool', input: { slots } }) as Pick<Tool, 'id' | 'input'>;
const align = toolOf(slot('query', 1, ['protein'], ['FASTA']), slot('targets', 3, ['protein'], ['FASTA']));
const two = '>one\nMKV\n>two\nMKL\n';

/** Returns the slot and id of each input. */
const placed = (...args: Parameters<typeof assignSlots>) =>
  assignSlots(...args).flatMap(({ inputs }) => inputs.map(({ slotId, id }) => `${slotId}:${id}`));

describe('files', () => {
  it('fill the slots in order', () => {
    const sources = ['q.fasta', 't.fasta', 'u.fasta'].map((name) => ({ name, text: '>x\nMKV\n' }));
    expect(placed(align, sources)).toEqual(['query:q', 'targets:t', 'targets:u']);
  });

  const search = toolOf(
    slot('queries', 100, ['protein', 'dna'], ['FASTA']),
    slot('database', 100, ['protein', 'dna'], ['FASTA']),
  );
  const fastaFiles = (...names: string[]) => names.map((name) => ({ name, text: '>x\nMKV\n' }));

  it('leave enough inputs for the slots that need one', () => {
    expect(placed(search, fastaFiles('q.fa', 'db.fa'))).toEqual(['queries:q', 'database:db']);
    expect(placed(search, fastaFiles('q.fa', 'r.fa', 'db.fa'))).toEqual(['queries:q', 'queries:r', 'database:db']);
    expect(placed(search, fastaFiles('q.fa'))).toEqual(['queries:q']);
    expect(placed(search, [{ ...fastaFiles('db.fa')[0]!, slotId: 'database' }, ...fastaFiles('q.fa', 'r.fa')])).toEqual(
      ['database:db', 'queries:q', 'queries:r'],
    );
    const dock = toolOf(slot('receptor', 1, ['structure'], ['PDB']), slot('ligands', 50, ['ligand'], ['SDF', 'PDB']));
    expect(
      placed(dock, [
        { name: 'l.sdf', text: '' },
        { name: 'r.pdb', text: '' },
      ]),
    ).toEqual(['ligands:l', 'receptor:r']);
  });

  it('in PDBQT are ligands with a torsion tree, and receptors without', () => {
    const dock = toolOf(
      slot('receptor', 1, ['structure'], ['PDB', 'PDBQT']),
      slot('ligands', 50, ['ligand'], ['SDF', 'PDBQT']),
    );
    const files = [
      { name: 'l.pdbqt', text: 'REMARK  x\nROOT\nATOM  ' },
      { name: 'r.pdbqt', text: 'ATOM  ' },
    ];
    expect(placed(dock, files)).toEqual(['ligands:l', 'receptor:r']);
  });

  const kindOf = (name: string, text: string, kind?: string, tool = search) => {
    const [{ inputs, guessed }] = assignSlots(tool, [{ name, text, kind }]) as [ReturnType<typeof assignSlots>[0]];
    return `${inputs[0]!.kind}${guessed ? ', by its letters' : ''}`;
  };

  it.each([
    ['x.fa', '>p\nMKVLAAGIVQERTYHCN\n', undefined, 'protein'],
    ['x.fa', '>d\nacgtnacgtnRYacgtacgtacgtacgt\n', undefined, 'dna, by its letters'],
    // The rows of tools/shared/residueCodes.test.ts.
    ['x.fa', '>d\nACGTRYSWKMACGTACGTACGTACGTACGTACGTACGTACGT\n', undefined, 'dna, by its letters'],
    ['x.fa', '>d\nACGTACGTXXXXXXXXACGTACGT\n', undefined, 'dna, by its letters'],
    ['x.fa', '>d\nACGTACGTACGTACGTACGTACGTE\n', undefined, 'protein'],
    ['x.fa', '>d\nMKVMKVACGTMKVMKVACGT\n', undefined, 'protein'],
    ['x.fa', '>d\nACGTACXXACGTACGT\n', undefined, 'protein'],
    ['x.fa', '>d\nNNNNNNNNNNNNNNNNNNNN\n', undefined, 'protein'],
    ['x.fa', '>d\nACGT\n', undefined, 'protein'],
    ['x.fna', '>d\nACGT\n', undefined, 'dna'],
    ['x.ffn', '>d\nACGT\n', undefined, 'dna'],
    ['x.faa', '>d\nACGTACGTACGTACGTACGT\n', undefined, 'protein'],
    ['x.fa', '>d\nACGTACGTACGTACGTACGT\n', 'protein', 'protein'],
    ['x.fna', '>d\nACGT\n', 'protein', 'protein'],
  ])('%s with %j said to be %s is %s', (name, text, kind, expected) => {
    expect(kindOf(name, text, kind)).toBe(expected);
  });

  it('of RNA are sent as RNA where that is accepted, else as DNA', () => {
    const rna = '>r\nACGUACGUACGUACGUACGU\n';
    const any = toolOf(slot('s', 1, ['protein', 'dna', 'rna'], ['FASTA']));
    expect(kindOf('x.fa', rna, undefined, any)).toBe('rna, by its letters');
    expect(kindOf('x.fa', rna)).toBe('dna, by its letters');
  });

  it('of a kind that no slot accepts are refused, naming the accepted kinds', () => {
    expect(() => kindOf('x.fa', two, 'msa')).toThrow(
      'No free slot of a-tool takes x.fa, which is FASTA and said to be msa. Its slots: queries (protein, dna in FASTA)',
    );
  });

  it('go to the slot that is named for them', () => {
    expect(
      placed(align, [
        { name: 't.fasta', text: two, slotId: 'targets' },
        { name: 'q.fasta', text: '>q\nMKV' },
      ]),
    ).toEqual(['targets:one', 'targets:two', 'query:q']);
  });

  it('are split by record only where the slot accepts that number', () => {
    const four = '>a\nM\n>b\nM\n>c\nM\n>d\nM\n';
    expect(placed(align, [{ name: 't.fa', text: two, slotId: 'targets' }])).toEqual(['targets:one', 'targets:two']);
    expect(placed(align, [{ name: 't.fa', text: four, slotId: 'targets' }])).toEqual(['targets:t']);
    expect(placed(align, [{ name: 'q.fa', text: two, slotId: 'query' }])).toEqual(['query:q']);
  });

  it('get different ids', () => {
    const same = '>x\nMKV\n>x\nMKL\n';
    expect(placed(align, [{ name: 't.fa', text: same, slotId: 'targets' }])).toEqual(['targets:x', 'targets:x-2']);
  });

  it('that no slot accepts are refused, naming what the slots accept', () => {
    expect(() => placed(align, [{ name: 'm.sdf', text: '' }])).toThrow(
      'takes m.sdf, which is SDF. Its slots: query (FASTA)',
    );
  });

  it('in aligned FASTA go to a slot for alignments', () => {
    const tree = toolOf(slot('alignment', 1, ['msa'], ['AFA']));
    expect(assignSlots(tree, [{ name: 'x.fasta', text: two }])[0]!.inputs).toEqual([
      { id: 'x', slotId: 'alignment', kind: 'msa', format: 'AFA', source: { type: 'text' }, content: two },
    ]);
  });
});

it.each([
  ['x.FASTA', '', 'FASTA'],
  ['C:\\data\\x.smi', '', 'SMILES'],
  ['stdin', '\n>a\nMKV', 'FASTA'],
  ['stdin', 'HEADER    OXYGEN STORAGE', 'PDB'],
  ['stdin', 'data_1UBQ\n#', 'MMCIF'],
  ['stdin', 'MKV', undefined],
])('the format of %s with %j is %s', (name, text, format) => {
  expect(detectFormat(name, text)).toBe(format);
});

it('splits FASTA with any line ends, without loss', () => {
  const text = '>a one\r\nMK\r\nV\r\n>b\r\nMKL';
  expect(splitFasta(text).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(
    splitFasta(text)
      .map((record) => record.text)
      .join(''),
  ).toBe(text);
});

it('reads database entries, and refuses ids that lead elsewhere', () => {
  expect(parseFetch('receptor=rcsb:1UBQ')).toEqual({ slotId: 'receptor', database: 'rcsb', id: '1UBQ' });
  expect(() => parseFetch('rcsb:../../x')).toThrow('is not the id of rcsb');
  expect(() => parseFetch('ftp:1UBQ')).toThrow('rcsb, uniprot, pubchem');
});

it('reads job files in YAML and JSON, and reports their problems', () => {
  expect(parseJobFile('tool: x\nsettings: {a: 1}', 'job.yaml')).toEqual({ tool: 'x', settings: { a: 1 } });
  expect(parseJobFile('{"tool": "x"}', 'job.json')).toEqual({ tool: 'x' });
  expect(() => parseJobFile('tool: [', 'job.yaml')).toThrow('job.yaml: ');
  expect(() => parseJobFile('- a', 'job.yaml')).toThrow('must hold one object');
});

it('expands patterns that the shell did not expand', () => {
  const here = import.meta.dirname;
  expect(expandGlobs(['*Slots.ts', 'x.fasta', '-'], here)).toEqual(['assignSlots.ts', 'x.fasta', '-']);
  expect(expandGlobs(['../*/assign?lots.ts'], here)).toEqual(['../submit/assignSlots.ts']);
  expect(() => expandGlobs(['*.nothing'], here)).toThrow('No file matches *.nothing.');
});

it.each([
  ['win32', 'C:\\data\\*.fa', 'C:\\', ['data', '*.fa']],
  ['win32', 'C:/data/*.fa', 'C:/', ['data', '*.fa']],
  ['win32', '\\\\lab\\share\\*.fa', '\\\\lab\\share\\', ['*.fa']],
  ['win32', '..\\a/b*', '', ['..', 'a', 'b*']],
  ['linux', '/data//*.fa', '/', ['data', '*.fa']],
  ['linux', 'a\\*.fa', '', ['a\\*.fa']],
] as const)('on %s the pattern %s begins at %j', (platform, pattern, root, parts) => {
  expect(splitPattern(pattern, platform)).toEqual({ root, parts });
});

it('matches names in any case on systems that ignore case', () => {
  expect(matchesPart('*.FA', 'x.fa', 'win32')).toBe(true);
  expect(matchesPart('*.FA', 'x.fa', 'linux')).toBe(false);
  expect(matchesPart('a.[b]*', 'a.[b]c', 'linux')).toBe(true);
});

it('reads slots with and without a kind', () => {
  expect(parseInputs(['queries:dna=x.fa', 'database=C:=b.fa'], '/')).toEqual([
    { slotId: 'queries', kind: 'dna', path: 'x.fa' },
    { slotId: 'database', kind: undefined, path: 'C:=b.fa' },
  ]);
  expect(() => parseInputs(['x.fa'], '/')).toThrow('SLOT:KIND=FILE');
});

describe('a message of the service', () => {
  const text = '>a\nMK\n>b\nM1\n';
  const [{ source, linesBefore }] = assignSlots(align, [{ name: 'my.fa', text, slotId: 'targets' }]) as [
    ReturnType<typeof assignSlots>[0],
  ];
  const origins = [undefined, ...linesBefore.map((before) => ({ name: source.name, linesBefore: before }))];

  it.each([
    ["input.inputs[2].content: line 2: character '1'", "my.fa: line 4: character '1'"],
    ['input.inputs[2].content: line 2: already on line 1', 'my.fa: line 4: already on line 3'],
    ['input.inputs[0].content: line 2: odd', 'input.inputs[0].content: line 2: odd'],
    ['no record fits input.inputs[1] and input.inputs[2].source.file_id', 'no record fits my.fa and my.fa'],
    ['settings.scale: not on line 3', 'settings.scale: not on line 3'],
    ['input.inputs[1].kind: must be one of protein', 'my.fa.kind: must be one of protein'],
  ])('%s becomes %s', (said, shown) => {
    expect(inOwnWords(said, origins)).toBe(shown);
  });
});
