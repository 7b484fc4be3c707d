import { expect, it } from 'vitest';
import { batchOf } from './batchOfForm.ts';
import { splitRecords, tableAsRecords } from './splitRecords.ts';

it.each([
  [
    'FASTA',
    '>a first\nMK\nV\n>b\nMK',
    [
      ['a', '>a first\nMK\nV\n'],
      ['b', '>b\nMK\n'],
    ],
  ],
  [
    'SMILES',
    'CCO ethanol\n\n# note\nC',
    [
      ['ethanol', 'CCO ethanol\n'],
      ['', 'C\n'],
    ],
  ],
  [
    'SDF',
    'one\n\nM  END\n$$$$\ntwo\nM  END\n$$$$\n',
    [
      ['one', 'one\n\nM  END\n$$$$\n'],
      ['two', 'two\nM  END\n$$$$\n'],
    ],
  ],
  ['PDB', 'ATOM', [['', 'ATOM']]],
])('splits %s into its records', (format, text, records) => {
  expect(splitRecords(format, text).map(({ name, text: part }) => [name, part])).toEqual(records);
});

it.each([
  ['name,sequence\nhen egg,MKV\n,MK', '>hen_egg\nMKV\n>row3\nMK\n'],
  ['id\tSMILES\nethanol\tCCO', 'CCO ethanol\n'],
  ['>a,b\nMKV', undefined],
  ['a,b\n1,2', undefined],
])('reads a table of sequences or molecules: %j', (text, records) => {
  expect(tableAsRecords(text)).toBe(records);
});

const receptor = {
  id: 'receptor',
  slotId: 'receptor',
  kind: 'structure',
  format: 'PDB',
  source: { type: 'text' as const },
};
const ligands = { ...receptor, id: 'ligands', slotId: 'ligands', kind: 'ligand', format: 'SMILES' };
const request = (content: string) => ({
  ...{ tool: 'dock', name: 'Screen', settings: { n: 1 }, max_quoted_credits: 9 },
  input: {
    inputs: [
      { ...receptor, content: 'ATOM' },
      { ...ligands, content },
    ],
  },
});

it('makes a job of each record, with the other inputs and settings, under different names', () => {
  const { batch, problems } = batchOf(request('C a\nCC a\nCCC'), 'ligands', new Map());
  expect(problems).toEqual([]);
  expect(batch).toMatchObject({ name: 'Screen', max_credits: 9 });
  expect(batch.submissions!.map(({ custom_id }) => custom_id)).toEqual(['a', 'a_2', 'record_3']);
  expect(batch.submissions![1]).toMatchObject({ tool: 'dock', settings: { n: 1 } });
  expect(batch.submissions![1]!.input.inputs.map(({ content }) => content)).toEqual(['ATOM', 'CC a\n']);
});

it('refuses more records than one request takes', () => {
  const { problems } = batchOf(request('C\n'.repeat(101)), 'ligands', new Map());
  expect(problems).toMatchObject([
    { field: 'slot.ligands.0', message: expect.stringMatching(/101 records.*100 jobs/) },
  ]);
});
