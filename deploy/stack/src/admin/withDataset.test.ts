import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { expect, it } from 'vitest';
import { repository } from '../folder/paths.ts';
import { withDataset } from './withDataset.ts';

const useOf = (tool: string) => findTool(tool)?.contract.dataset;
const shipped = (name: string) =>
  JSON.parse(readFileSync(join(repository, 'tools/workflows', `${name}.json`), 'utf8')).definition;

it('names the dataset in every search of homologs-to-tree, and leaves its database input out', () => {
  const before = shipped('homologs-to-tree');
  const { nodes, edges } = withDataset(before, 'swissprot', useOf)!;
  const searching = nodes.filter(({ settings }) => settings?.database === 'swissprot').map(({ id }) => id);
  expect(searching).toEqual(['blast', 'sensitive', 'rescan']);
  expect(nodes.find(({ id }) => id === 'blast')!.settings).toEqual({ evalue: 1e-5, database: 'swissprot' });
  expect(
    before.nodes.map(({ id }: { id: string }) => id).filter((id: string) => !nodes.some((node) => node.id === id)),
  ).toEqual(['database']);
  expect(before.edges).toHaveLength(edges.length + 3);
  expect(edges.some(({ source }) => source === 'database')).toBe(false);
});

it('returns nothing for a workflow that searches no dataset', () => {
  expect(withDataset(shipped('ligand-triage'), 'swissprot', useOf)).toBeUndefined();
});
