import type { DatasetUse } from '@rotamer/tools/contract.ts';

/** The parts of a definition that a dataset changes. Other fields stay as they are. */
interface Definition {
  nodes: { id: string; type: string; tool?: string; settings?: Record<string, unknown> }[];
  edges: { source: string; target: string; target_slot?: string }[];
}

/**
 * Returns a definition whose searches take a dataset in place of inputs, or undefined when none of its tools can. Inputs
 * that then lead nowhere are left out. `useOf` returns how a tool takes a dataset. Pure.
 */
export function withDataset(
  { nodes, edges, ...others }: Definition,
  dataset: string,
  useOf: (tool: string) => DatasetUse | undefined,
): Definition | undefined {
  const uses = new Map(
    nodes.flatMap(({ id, tool }) => {
      const use = tool === undefined ? undefined : useOf(tool);
      return use?.slot === undefined ? [] : [[id, use] as const];
    }),
  );
  if (uses.size === 0) return undefined;
  const kept = edges.filter(({ target, target_slot }) => target_slot !== uses.get(target)?.slot || !target_slot);
  const isNeeded = (id: string) => kept.some(({ source }) => source === id);
  const wasNeeded = (id: string) => edges.some(({ source }) => source === id);
  return {
    ...others,
    nodes: nodes
      .filter(({ id, type }) => type !== 'input' || isNeeded(id) || !wasNeeded(id))
      .map((node) => {
        const use = uses.get(node.id);
        return use ? { ...node, settings: { ...node.settings, [use.setting]: dataset } } : node;
      }),
    edges: kept,
  };
}
