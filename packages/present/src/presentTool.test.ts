import { Tool } from '@rotamer/proto/jobs/v1/jobs.ts';
import { contract } from '@rotamer/tools/iqtree/tool.ts';
import { contract as vina } from '@rotamer/tools/vina-dock/tool.ts';
import { expect, it } from 'vitest';
import { presentTool } from './presentTool.ts';

it('shows which outputs may differ between runs of the same request, and why', () => {
  const { ports } = presentTool(Tool.fromPartial({ contractJson: JSON.stringify(contract) })).output;
  const told = Object.fromEntries(ports.map(({ id, varies }) => [id, varies]));
  expect(told).toMatchObject({ tree: undefined, report: 'it says when and how long IQ-TREE ran' });
});

it('shows the columns of rows in the order of the contract, with titles, units and digits', () => {
  const { ports } = presentTool(Tool.fromPartial({ contractJson: JSON.stringify(vina) })).output;
  const { columns, ...poses } = ports.find(({ id }) => id === 'poses')!;
  expect(columns!.map(({ name, title }) => [name, title]).slice(0, 5)).toEqual([
    ['ligand', 'Ligand'],
    ['vina_mode', 'Mode of Vina'],
    ['mode', 'Pose'],
    ['affinity_kcal_mol', 'Affinity'],
    ['rmsd_lb', 'RMSD, lower bound'],
  ]);
  expect(columns![3]).toMatchObject({ type: 'number', unit: 'kcal/mol', digits: 2 });
  expect(poses).not.toHaveProperty('headings');
  expect(ports.find(({ id }) => id === 'poses_sdf')).not.toHaveProperty('columns');
});
