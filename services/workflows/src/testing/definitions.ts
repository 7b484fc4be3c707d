import type { Definition } from '../definition/schema.ts';
import type { Worker } from './startWorkflows.ts';

/** One tool with one input. */
export const thin: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'props', type: 'tool', tool: 'protein-properties' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'props' },
    { source: 'props', source_port: 'properties', target: 'out' },
  ],
};

/** Runs one job of one credit for each protein. */
export const each: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'props', type: 'tool', tool: 'protein-properties', mode: 'each' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'props' },
    { source: 'props', source_port: 'properties', target: 'out' },
  ],
};

/** Describes molecules and ranks the light ones; after a selection, each selected molecule gets conformers. */
export const triage: Definition = {
  nodes: [
    { id: 'library', type: 'input', kind: 'smiles' },
    { id: 'desc', type: 'tool', tool: 'molecule-descriptors' },
    { id: 'light', type: 'filter', filters: { amw: { lt: 500 } } },
    { id: 'top', type: 'rank', sort: [{ field: 'amw', direction: 'desc' }], limit: 3 },
    { id: 'review', type: 'curation', label: 'Choose molecules', instructions: 'At most two.' },
    { id: 'conf', type: 'tool', tool: 'conformer-generation', mode: 'each', max_parallel: 2 },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'library', target: 'desc' },
    { source: 'desc', source_port: 'descriptors', target: 'light' },
    { source: 'light', target: 'top' },
    { source: 'top', target: 'review' },
    { source: 'review', target: 'conf', record: { kind: 'smiles', content: 'canonical_smiles', name: 'name' } },
    { source: 'conf', source_port: 'conformers', target: 'out' },
  ],
};

/** The worker of `triage`: makes a row for each molecule, with the weight that its name contains, and a file for each conformer. */
export const chemist: Worker = ({ tool, inputs }) => {
  const molecules = inputs.flatMap(({ content = '' }) => content.trim().split('\n')).map((line) => line.split(' '));
  if (tool === 'molecule-descriptors') {
    const rows = molecules.map(([smiles, name]) => ({
      value: { name, canonical_smiles: smiles, amw: Number(name!.slice(1)) },
    }));
    return { rows: { descriptors: rows } };
  }
  const [smiles, name] = molecules[0]!;
  return {
    files: { conformers: [{ name: 'conformers-0001.sdf', content: `${name}\n${smiles}\n$$$$\n`, format: 'SDF' }] },
  };
};

/** Five molecules. m600 is too heavy for the filter. */
export const library = 'C m100\nCC m200\nCCC m300\nCCCC m400\nCCCCC m600\n';
