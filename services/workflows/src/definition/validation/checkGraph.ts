import { quoted } from '@rotamer/tools/shared/problems.ts';
import { type Graph, JOIN_SLOTS, portsOfBranch } from '../graph.ts';
import { limits } from '../limits.ts';
import type { Definition, WorkflowNode } from '../schema.ts';
import { called, type Report } from './report.ts';

/** Reports problems of the graph that do not depend on its tools: ids, loose ends, cycles. */
export function checkGraph(definition: Definition, graph: Graph, report: Report): void {
  checkIds(definition, report);
  checkEnds(definition, report);
  for (const [i, node] of definition.nodes.entries()) {
    const at = { nodeId: node.id, path: `nodes[${i}]` };
    if (!graph.nodes.has(node.id)) {
      report.graphError('cycle', `${called(node.id)} is on a cycle, or comes after one.`, at);
      continue;
    }
    if (node.type === 'input') continue;
    const { incoming } = graph.nodes.get(node.id)!;
    const lacks = node.type === 'join' && JOIN_SLOTS.find((slot) => !incoming.some((edge) => edge.slot === slot));
    if (lacks && incoming.length > 0)
      report.graphError('missing_slot', `${called(node.id)} needs an edge into its slot ${quoted(lacks)}.`, at);
    if (incoming.length === 0) report.graphError('unreachable_node', `No edge leads to ${called(node.id)}.`, at);
  }
  const useful = nodesBeforeOutputs(graph);
  for (const [id, { node }] of graph.nodes) {
    if (node.type === 'output' || useful.has(id)) continue;
    report.warning('unused_result', `${called(id)} leads to no output.`, { nodeId: id });
  }
}

/** Returns whether a definition is within its limits of nodes and edges. The work of the other checks grows with both. */
export function checkSize({ nodes, edges }: Definition, report: Report): boolean {
  if (nodes.length > limits.nodes)
    report.limitViolation('too_many_nodes', `The definition has ${nodes.length} nodes; the limit is ${limits.nodes}.`);
  if (edges.length > limits.edges)
    report.limitViolation('too_many_edges', `The definition has ${edges.length} edges; the limit is ${limits.edges}.`);
  return nodes.length <= limits.nodes && edges.length <= limits.edges;
}

function checkIds({ nodes, edges }: Definition, report: Report): void {
  const seen = new Map<string, WorkflowNode>();
  for (const [i, node] of nodes.entries()) {
    const path = `nodes[${i}].id`;
    if (seen.has(node.id))
      report.graphError('duplicate_id', `Two nodes have the id ${quoted(node.id)}.`, { nodeId: node.id, path });
    seen.set(node.id, node);
    if (node.type === 'branch') checkCases(node, i, report);
  }
  const drawn = new Set<string>();
  for (const [i, edge] of edges.entries()) {
    for (const end of ['source', 'target'] as const) {
      if (seen.has(edge[end])) continue;
      report.graphError('unknown_node', `There is no node ${quoted(edge[end])}.`, { path: `edges[${i}].${end}` });
    }
    const key = JSON.stringify([edge.source, edge.source_port, edge.target, edge.target_slot]);
    if (drawn.has(key))
      report.graphError(
        'duplicate_edge',
        `The edge from ${quoted(edge.source)} to ${quoted(edge.target)} exists twice.`,
        {
          path: `edges[${i}]`,
        },
      );
    drawn.add(key);
    const at = { nodeId: edge.target, path: `edges[${i}]` };
    if (seen.get(edge.target)?.type === 'input')
      report.graphError('edge_into_input', `${called(edge.target)} is an input: no edge may lead to it.`, at);
    if (seen.get(edge.source)?.type === 'output')
      report.graphError('edge_from_output', `${called(edge.source)} is an output: no edge may leave it.`, {
        ...at,
        nodeId: edge.source,
      });
  }
}

function checkCases(node: Extract<WorkflowNode, { type: 'branch' }>, i: number, report: Report): void {
  const ports = portsOfBranch(node);
  const twice = ports.find((port, at) => ports.indexOf(port) !== at);
  if (twice === undefined) return;
  report.graphError('duplicate_case', `${called(node.id)} has two cases named ${quoted(twice)}.`, {
    nodeId: node.id,
    path: `nodes[${i}].cases`,
  });
}

function checkEnds({ nodes }: Definition, report: Report): void {
  for (const type of ['input', 'output'] as const) {
    if (nodes.some((node) => node.type === type)) continue;
    report.graphError(`no_${type}`, `The workflow has no ${type} node.`, { path: 'nodes' });
  }
}

function nodesBeforeOutputs(graph: Graph): Set<string> {
  const before = new Set<string>();
  for (const [id, { node, outgoing }] of [...graph.nodes].reverse()) {
    const leads = outgoing.some(({ target }) => before.has(target));
    if (node.type === 'output' || leads) before.add(id);
  }
  return before;
}
