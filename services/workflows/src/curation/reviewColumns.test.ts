import { tools as catalogue } from '@rotamer/tools/catalogue.ts';
import { expect, it } from 'vitest';
import { toGraph } from '../definition/graph.ts';
import { reviewColumns } from './reviewColumns.ts';

const tools = new Map(catalogue.map(({ contract }) => [contract.id, { available: true, contract }]));

it('has the fields of ranks first, then those of tools in the order of their contracts', () => {
  const definition = {
    nodes: [
      { id: 'molecules', type: 'input', kind: 'smiles' },
      { id: 'scores', type: 'tool', tool: 'molecule-scores' },
      { id: 'best', type: 'rank', sort: [{ field: 'qed', direction: 'desc' }, { field: 'alogp' }], limit: 3 },
      { id: 'review', type: 'curation' },
    ],
    edges: [
      { source: 'molecules', target: 'scores' },
      { source: 'scores', target: 'best' },
      { source: 'best', target: 'review' },
    ],
  };
  const columns = reviewColumns(toGraph(definition as never, tools), 'review', tools);
  expect(columns.slice(0, 2)).toMatchObject([
    { name: 'qed', title: 'QED', sorted: 'desc' },
    { name: 'alogp', title: 'logP (Crippen)', sorted: 'asc' },
  ]);
  const inContract = Object.keys(
    (
      tools.get('molecule-scores')!.contract.ports.find(({ type }) => type === 'items')!.schema as {
        properties: object;
      }
    ).properties,
  ).filter((name) => name !== 'qed' && name !== 'alogp');
  expect(columns.slice(2, 2 + inContract.length).map(({ name }) => name)).toEqual(inContract);
  expect(columns.map(({ name }) => name)).not.toContain('warning');
});

it('names the fields of a rank also when the tool is unknown', () => {
  const definition = {
    nodes: [
      { id: 'a', type: 'tool', tool: 'gone' },
      { id: 'best', type: 'rank', sort: [{ field: 'energy_kcal_mol' }] },
      { id: 'review', type: 'curation' },
    ],
    edges: [
      { source: 'a', target: 'best' },
      { source: 'best', target: 'review' },
    ],
  };
  const columns = reviewColumns(toGraph(definition as never, tools), 'review', tools);
  expect(columns).toMatchObject([{ name: 'energy_kcal_mol', title: 'Energy', unit: 'kcal/mol', sorted: 'asc' }]);
});
