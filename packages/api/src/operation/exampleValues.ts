import type { Fields, Json } from './example.ts';

const insulin = {
  id: 'insulin',
  slotId: 'sequences',
  kind: 'protein',
  format: 'FASTA',
  source: { type: 'text' },
  content: '>insulin_b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n',
};

/** Values that samples of several operations send. */
export const exampleName = 'Insulin B chain';
export const exampleTool = 'protein-properties';
export const exampleInput = { inputs: [insulin] };

export const exampleDefinition: Json = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'properties', type: 'tool', tool: exampleTool, mode: 'each' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'properties' },
    { source: 'properties', source_port: 'properties', target: 'result' },
  ],
};

export const exampleStart = {
  name: 'Small alkanes',
  max_credits: 20,
  input_data: { molecules: { method: 'text', textContent: 'CC ethane\nCCC propane\nCCCC butane\n' } },
} satisfies Fields;
