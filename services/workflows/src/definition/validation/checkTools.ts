import type { ToolContract } from '@rotamer/tools/contract.ts';
import { completeSettings } from '@rotamer/tools/shared/completeSettings.ts';
import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { Tools } from '../catalogue.ts';
import { eachSlotOf, type Graph, type GraphNode } from '../graph.ts';
import type { Definition, ToolNode } from '../schema.ts';
import { called, listed, type Report } from './report.ts';

/** Reports problems of the tool nodes: tool, version, settings, slots. */
export function checkTools({ nodes }: Definition, graph: Graph, tools: Tools, report: Report): void {
  for (const [i, node] of nodes.entries()) {
    if (node.type !== 'tool') continue;
    const path = `nodes[${i}]`;
    const tool = tools.get(node.tool);
    if (!tool) {
      report.graphError('unknown_tool', `${called(node.id)}: there is no tool ${quoted(node.tool)}.`, {
        nodeId: node.id,
        path: `${path}.tool`,
      });
      continue;
    }
    const { contract, available } = tool;
    if (!available)
      report.readinessIssue('tool_unavailable', `${called(node.id)}: no live runner offers ${node.tool} now.`, {
        nodeId: node.id,
        path: `${path}.tool`,
      });
    checkVersion(node, contract, path, report);
    checkSettings(node, contract, path, report);
    const graphNode = graph.nodes.get(node.id);
    if (graphNode) checkSlots(graphNode, node, contract, path, report);
  }
}

function checkVersion({ id, version, tool }: ToolNode, contract: ToolContract, path: string, report: Report): void {
  if (version === undefined || `${contract.version}.`.startsWith(`${version}.`)) return;
  const message = `${called(id)} asks for version ${version} of ${tool}; the catalogue has ${contract.version}.`;
  report.graphError('unknown_tool_version', message, { nodeId: id, path: `${path}.version` });
}

function checkSettings({ id, settings }: ToolNode, contract: ToolContract, path: string, report: Report): void {
  for (const problem of completeSettings(contract, settings).problems) {
    const at = { nodeId: id, path: `${path}.${problem.path}` };
    const message = `${called(id)}: ${problem.path}: ${problem.message}.`;
    if (/^must have required property/.test(problem.message)) report.readinessIssue('missing_setting', message, at);
    else report.graphError('invalid_setting', message, at);
  }
}

function checkSlots(graphNode: GraphNode, node: ToolNode, contract: ToolContract, path: string, report: Report): void {
  const { id, mode, each_slot } = node;
  const connected = new Set(graphNode.incoming.map(({ slot }) => slot));
  const { setting, slot: databaseSlot = '' } = contract.dataset ?? {};
  const namesDataset = setting !== undefined && Boolean(node.settings?.[setting]);
  if (namesDataset && connected.has(databaseSlot))
    report.graphError(
      'invalid_setting',
      `${called(id)} names a dataset, and has an edge into ${quoted(databaseSlot)}.`,
      {
        nodeId: id,
        path: `${path}.settings.${setting}`,
      },
    );
  for (const { id: slot, min } of contract.slots) {
    const isOptional = min === 0 && (slot !== databaseSlot || namesDataset);
    if (isOptional || connected.has(slot) || graphNode.incoming.some((edge) => edge.slot === '')) continue;
    report.graphError('missing_slot', `${called(id)} needs an edge into its slot ${quoted(slot)}.`, {
      nodeId: id,
      path,
    });
  }
  const at = { nodeId: id, path: `${path}.each_slot` };
  if (each_slot !== undefined && !connected.has(each_slot))
    report.graphError('unknown_slot', `${called(id)}: no edge leads into the slot ${quoted(each_slot)}.`, at);
  else if (each_slot !== undefined && mode !== 'each')
    report.warning('unused_field', `${called(id)} has each_slot, which only counts with the mode 'each'.`, at);
  else if (mode === 'each' && connected.size > 1 && eachSlotOf(graphNode) === undefined)
    report.graphError(
      'missing_each_slot',
      `${called(id)}: with several slots, each_slot must say which gets one item per job: ${listed(connected)}.`,
      at,
    );
}
