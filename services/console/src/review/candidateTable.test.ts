import { expect, it } from 'vitest';
import { type Candidate, candidateTable } from './candidateTable.ts';

function candidate(metrics: Record<string, unknown>): Candidate {
  const item = { id: 'itm_1', label: 'ethane', kind: 'json', format: 'json', metrics, text: '{}', file: null };
  return { ...item, file_id: null, job_id: null } as Partial<Candidate> as Candidate;
}

it('puts drawings beside the candidate, and keeps the order of the other metrics', () => {
  const { columns, rows } = candidateTable([candidate({ weight: 30, canonical_smiles: 'CC', rings: 0 })], '/page');
  expect(columns.map(({ label }) => label)).toEqual(['canonical smiles', 'weight', 'rings']);
  expect(rows[0]!.cells.map(({ text }) => text)).toEqual(['CC', '30', '0']);
});

it('puts the field of a rank first, then drawings, then metrics in the order of the contract', () => {
  const known = [
    { name: 'qed', title: 'QED', type: 'number', digits: 3, sorted: 'desc' },
    { name: 'rings', title: 'Rings', type: 'integer' },
    { name: 'weight', title: 'Molecular weight', type: 'number', unit: 'Da', digits: 2 },
    { name: 'absent', title: 'Absent', type: 'number' },
  ] as const;
  const metrics = { weight: 30.0701, canonical_smiles: 'CC', other: 1.23456, rings: 0, qed: 0.37283 };
  const { columns, rows } = candidateTable([candidate(metrics)], '/page', known);
  expect(columns.map(({ label }) => label)).toEqual([
    'QED',
    'canonical smiles',
    'Rings',
    'Molecular weight (Da)',
    'other',
  ]);
  expect(rows[0]!.cells.map(({ text }) => text)).toEqual(['0.373', 'CC', '0', '30.07', '1.23456']);
});
