import type { Candidate } from '@rotamer/proto/workflows/v1/workflows.ts';
import { expect, it } from 'vitest';
import { candidateTable } from './candidateTable.ts';

function candidate(metrics: Record<string, unknown>): Candidate {
  const item = { id: 'itm_1', label: 'ethane', kind: 'json', format: 'json', metricsJson: JSON.stringify(metrics) };
  return { id: 'itm_1', item: { ...item, content: { $case: 'text', value: '{}' }, derivedFrom: [] } } as never;
}

it('puts drawings beside the candidate, and keeps the order of the other metrics', () => {
  const { columns, rows } = candidateTable([candidate({ weight: 30, canonical_smiles: 'CC', rings: 0 })], '/page');
  expect(columns.map(({ label }) => label)).toEqual(['canonical smiles', 'weight', 'rings']);
  expect(rows[0]!.cells.map(({ text }) => text)).toEqual(['CC', '30', '0']);
});
