import type { Definition } from '@rotamer/test-support/workflows.ts';

/**
 * Returns a workflow of twenty nodes with every node type: peptides of some proteins, molecules that a person or a rank
 * chooses, and proteins processed one by one, of which one may be invalid. Each of its jobs costs one credit.
 */
export function longWorkflow({ reviewed }: { reviewed: boolean }): Definition {
  return {
    nodes: [
      { id: 'proteins', type: 'input', kind: 'protein' },
      { id: 'molecules', type: 'input', kind: 'smiles' },
      { id: 'others', type: 'input', kind: 'protein' },
      { id: 'digest', type: 'tool', tool: 'protein-digest' },
      { id: 'usable', type: 'filter', filters: { sequence: { not_contains: ['C', 'M'] } } },
      { id: 'best', type: 'rank', sort: [{ field: 'gravy', direction: 'asc' }], limit: 2 },
      { id: 'enough', type: 'branch', cases: [{ name: 'several', when: { count: { gt: 1 } } }] },
      { id: 'peptides', type: 'tool', tool: 'protein-properties', mode: 'each', max_parallel: 1 },
      { id: 'single', type: 'tool', tool: 'protein-properties' },
      { id: 'joined', type: 'collect' },
      { id: 'heavy', type: 'rank', sort: [{ field: 'molecular_weight', direction: 'desc' }] },
      { id: 'descriptors', type: 'tool', tool: 'molecule-descriptors' },
      { id: 'light', type: 'filter', filters: { amw: { lt: 500 } } },
      { id: 'order', type: 'rank', sort: [{ field: 'amw', direction: 'desc' }] },
      { id: 'review', ...(reviewed ? { type: 'curation' } : { type: 'rank', limit: 2 }) },
      { id: 'chosen', type: 'tool', tool: 'molecule-descriptors', mode: 'each' },
      { id: 'each', type: 'tool', tool: 'protein-properties', mode: 'each' },
      { id: 'short', type: 'filter', filters: { length: { lt: 1_000 } } },
      { id: 'all', type: 'collect' },
      { id: 'result', type: 'output' },
    ],
    edges: [
      { source: 'proteins', target: 'digest' },
      { source: 'digest', source_port: 'peptides', target: 'usable' },
      { source: 'usable', target: 'best' },
      { source: 'best', target: 'enough' },
      { source: 'enough', source_port: 'several', target: 'peptides', record: peptide },
      { source: 'enough', source_port: 'otherwise', target: 'single', record: peptide },
      { source: 'peptides', source_port: 'properties', target: 'joined' },
      { source: 'single', source_port: 'properties', target: 'joined' },
      { source: 'joined', target: 'heavy' },
      { source: 'molecules', target: 'descriptors' },
      { source: 'descriptors', source_port: 'descriptors', target: 'light' },
      { source: 'light', target: 'order' },
      { source: 'order', target: 'review' },
      { source: 'review', target: 'chosen', record: { kind: 'smiles', content: 'canonical_smiles', name: 'name' } },
      { source: 'others', target: 'each' },
      { source: 'each', source_port: 'properties', target: 'short' },
      { source: 'heavy', target: 'all' },
      { source: 'chosen', source_port: 'descriptors', target: 'all' },
      { source: 'short', target: 'all' },
      { source: 'all', target: 'result' },
    ],
  };
}

const peptide = { kind: 'protein', content: 'sequence' };

/** Jobs of each tool node in a completed attempt. An invalid protein is refused and makes no job. */
export const JOBS_OF_NODE: Readonly<Record<string, number>> = {
  digest: 1,
  peptides: 2,
  single: 0,
  descriptors: 1,
  chosen: 2,
  each: 2,
};
