import { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { NodeInput } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import type { Definition, InputNode } from '../definition/schema.ts';
import { readInputData } from './inputData.ts';

const text = (textContent: string) => NodeInput.fromPartial({ method: { $case: 'text', value: { textContent } } });
const saved = (...fileIds: string[]) => NodeInput.fromPartial({ method: { $case: 'files', value: { fileIds } } });
const listed = (...inputs: object[]) => NodeInput.fromPartial({ method: { $case: 'inputs', value: { inputs } } });

function read(
  nodes: (Partial<InputNode> & { id: string })[],
  data: Record<string, NodeInput>,
  files: Partial<ResolvedFile>[] = [],
) {
  const inputs = nodes.map((node): InputNode => ({ type: 'input', kind: 'protein', ...node }));
  const definition: Definition = { nodes: inputs, edges: [] };
  const known = new Map(files.map((file) => [file.fileId!, ResolvedFile.fromPartial({ textual: true, ...file })]));
  return readInputData(definition, data, known);
}

/** Returns the paths and messages of the refusal. */
function problemsOf(...asked: Parameters<typeof read>): string[] {
  try {
    read(...asked);
  } catch (error) {
    const { details } = error as { details?: { errors?: { path: string; message: string }[] } };
    return details?.errors?.map(({ path, message }) => `${path} ${message}`) ?? [(error as Error).message];
  }
  return [];
}

describe('the format of a text', () => {
  const mol = 'x\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n';
  it.each([
    ['protein', '>a\nMKV\n', 'FASTA'],
    ['protein', '\n  MKV', 'TEXT'],
    ['msa', '>a\nM-V\n>b\nMKV\n', 'AFA'],
    ['msa', '# STOCKHOLM 1.0\na MKV\n//\n', 'STOCKHOLM'],
    ['msa', 'MUSCLE (3.8) multiple sequence alignment\n\na MKV\n', 'CLUSTAL'],
    ['msa', '#nexus\nbegin data;\n', 'NEXUS'],
    ['msa', ' 2 3\na MKV\nb MKV\n', 'PHYLIP'],
    ['structure', 'data_1UBQ\n', 'MMCIF'],
    ['structure', '# by a program\n#\n\ndata_1UBQ\n', 'MMCIF'],
    ['structure', 'HEADER    UBIQUITIN\n', 'PDB'],
    ['ligand', mol, 'MOL'],
    ['ligand', `${mol}$$$$\n`, 'SDF'],
    ['ligand', '# made by a program\n@<TRIPOS>MOLECULE\n', 'MOL2'],
    ['ligand', 'REMARK x\nROOT\nATOM\nENDROOT\nTORSDOF 0\n', 'PDBQT'],
    ['table', 'name\tvalue\na\t1,5\n', 'TSV'],
    ['table', 'name,value\na,1\n', 'CSV'],
    ['table', '[{"name": "a"}]', 'JSON'],
    ['smiles', 'CCO ethanol\n', 'SMILES'],
  ] as const)('of %s %j is %s', (kind, content, format) => {
    expect(read([{ id: 'a', kind }], { a: text(content) }).get('a')).toMatchObject([{ kind, format, content }]);
  });

  it('is one that the node accepts', () => {
    expect(read([{ id: 'a', kind: 'ligand', formats: ['MOL2'] }], { a: text(mol) }).get('a')).toMatchObject([
      { format: 'MOL2' },
    ]);
    const ligand = { id: 'a', kind: 'ligand', formats: ['MOL', 'SDF'] } as const;
    expect(read([{ ...ligand, formats: [...ligand.formats] }], { a: text(`${mol}$$$$\n`) }).get('a')).toMatchObject([
      { format: 'SDF' },
    ]);
  });

  it('is found within a second in a text of the maximum length', () => {
    for (const part of ['#\n', '# ', ',', '\n', 'M  EN', '@<TRIPOS']) {
      const started = performance.now();
      const content = part.repeat(1_000_000 / part.length);
      for (const kind of ['msa', 'structure', 'ligand', 'table'] as const)
        problemsOf([{ id: 'a', kind }], { a: text(`x${content}`) });
      expect(performance.now() - started, part).toBeLessThan(1_000);
    }
  });
});

describe('input data', () => {
  it('names every problem at its path', () => {
    const nodes = [{ id: 'ab' }, { id: 'a' }, { id: 'c', kind: 'structure' as const }, { id: 'd', min: 0 }];
    const csv = { kind: 'table', format: 'CSV', content: 'x' };
    expect(problemsOf(nodes, { ab: text(' '), c: listed(csv), other: text('x') })).toEqual([
      "input_data the workflow has no input 'other'; its inputs are: ab, a, c, d",
      'input_data.ab.textContent is empty',
      'input_data.a is missing',
      'input_data.c.inputs[0].kind must be structure',
      "input_data.c.inputs[0].format must be one of PDB, MMCIF, PDBQT, PQR, DX.GZ, is 'CSV'",
    ]);
  });

  it('may lack an input that needs no items, also one with the name of a property of objects', () => {
    expect([...read([{ id: 'constructor', min: 0 }], {})]).toEqual([['constructor', []]]);
    expect(problemsOf([{ id: 'constructor' }], {})).toEqual(['input_data.constructor is missing']);
  });

  it('has the format of its saved file, which must be text and of a format of the node', () => {
    const files = [
      { fileId: 'fasta', format: 'FASTA' },
      { fileId: 'map', format: 'DX.GZ', textual: false },
    ];
    expect(read([{ id: 'a' }], { a: saved('fasta') }, files).get('a')).toMatchObject([{ format: 'FASTA' }]);
    expect(problemsOf([{ id: 'a', kind: 'structure' }], { a: saved('fasta', 'map') }, files)).toEqual([
      expect.stringMatching(/^input_data\.a\.file_ids\[0\]\.format must be one of PDB, /),
      'input_data.a.file_ids[1] is a DX.GZ file; an input must be text',
    ]);
  });

  it('is refused as not found by the path of a file that does not exist', () => {
    expect(problemsOf([{ id: 'a' }], { a: saved('gone') })).toEqual([
      'input_data.a.file_ids[0]: no such file in this workspace.',
    ]);
    const gone = { kind: 'protein', format: 'FASTA', source: { source: { $case: 'file', value: { fileId: 'gone' } } } };
    expect(problemsOf([{ id: 'a' }], { a: listed(gone) })).toEqual([
      'input_data.a.inputs[0].source.file_id: no such file in this workspace.',
    ]);
  });

  it('is limited in bytes and inputs of all nodes together', () => {
    const half = text('é'.repeat(300_000));
    expect(problemsOf([{ id: 'a' }, { id: 'b' }], { a: half, b: half })).toEqual([
      'input_data has 1200000 bytes of content; the limit is 1048576',
    ]);
    const many = saved(...Array.from({ length: 1_001 }, () => 'fasta'));
    expect(problemsOf([{ id: 'a' }], { a: many }, [{ fileId: 'fasta', format: 'FASTA' }])).toEqual([
      'input_data.a.file_ids has more than 1000 files',
    ]);
  });
});
