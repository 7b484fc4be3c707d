import { formatsOf } from '@rotamer/formats/formats.ts';
import type { ToolInputSlot } from '@rotamer/tools/contract.ts';
import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { Tools } from '../catalogue.ts';
import type { Filters } from '../filters.ts';
import { type FlowType, type FlowTypes, flowTypes, portsOf, typesArriving } from '../flowTypes.ts';
import { type Graph, type GraphEdge, type GraphNode, JOIN_SLOTS } from '../graph.ts';
import { formatOfRecord } from '../recordFormats.ts';
import { called, listed, type Report } from './report.ts';

/** Reports problems of ports, slots, kinds, formats, and the fields of filters and ranks. */
export function checkFlow(graph: Graph, tools: Tools, report: Report): void {
  const types = flowTypes(graph, tools);
  for (const graphNode of graph.nodes.values()) {
    for (const edge of graphNode.outgoing) {
      checkPort(graphNode, edge, tools, report);
      checkSlot(graph.nodes.get(edge.target), edge, types.get(edge) ?? [], tools, report);
    }
    checkFields(graphNode, types, report);
    if (graphNode.node.type === 'input') checkFormats(graphNode.node, report);
  }
}

const at = ({ index }: GraphEdge, nodeId: string, field?: string) => ({
  nodeId,
  path: `edges[${index}]${field ? `.${field}` : ''}`,
});

function checkPort({ node }: GraphNode, edge: GraphEdge, tools: Tools, report: Report): void {
  if (node.type === 'tool' && !tools.has(node.tool)) return;
  const ports = portsOf(node, tools);
  if (node.type === 'output' || ports.includes(edge.port)) return;
  const [code, message] =
    edge.source_port === undefined
      ? ['missing_port', `must name one of its ports: ${listed(ports)}`]
      : ['unknown_port', `has no port ${quoted(edge.port)}; its ports are: ${listed(ports)}`];
  report.graphError(
    code,
    `${called(node.id)}: an edge from it ${message}.`.replace('an edge from it has', 'it has'),
    at(edge, node.id, 'source_port'),
  );
}

function checkSlot(
  target: GraphNode | undefined,
  edge: GraphEdge,
  types: FlowType[],
  tools: Tools,
  report: Report,
): void {
  if (!target) return;
  const { node } = target;
  if (node.type !== 'tool') {
    const slots: readonly string[] = node.type === 'join' ? JOIN_SLOTS : [];
    if (edge.target_slot !== undefined && !slots.includes(edge.target_slot))
      report.graphError(
        'unknown_slot',
        slots.length === 0
          ? `${called(node.id)} is not a tool and has no slots.`
          : `${called(node.id)} has no slot ${quoted(edge.target_slot)}; its slots are: ${listed([...slots])}.`,
        at(edge, node.id, 'target_slot'),
      );
    if (edge.record)
      report.graphError(
        'misplaced_record',
        `${called(node.id)} is not a tool: record belongs on edges into a tool's slot.`,
        at(edge, node.id, 'record'),
      );
    return;
  }
  const contract = tools.get(node.tool)?.contract;
  if (!contract) return;
  const slot = contract.slots.find(({ id }) => id === edge.slot);
  if (slot) {
    for (const type of types) checkKind(node.id, slot, edge, type, report);
    return;
  }
  const slots = listed(contract.slots.map(({ id }) => id));
  if (edge.target_slot === undefined)
    report.graphError(
      'missing_slot_name',
      `${called(node.id)}: an edge into it must name one of its slots: ${slots}.`,
      at(edge, node.id, 'target_slot'),
    );
  else
    report.graphError(
      'unknown_slot',
      `${called(node.id)} has no slot ${quoted(edge.slot)}; its slots are: ${slots}.`,
      at(edge, node.id, 'target_slot'),
    );
}

function checkKind(nodeId: string, slot: ToolInputSlot, edge: GraphEdge, type: FlowType, report: Report): void {
  const { record } = edge;
  if (record && !type.rows) {
    report.graphError(
      'misplaced_record',
      `${called(nodeId)}: only rows have fields to make records of, and ${quoted(edge.source)} sends files.`,
      at(edge, nodeId, 'record'),
    );
    return;
  }
  if (record) {
    for (const field of [record.content, record.name]) {
      if (field === undefined || type.common.has(field)) continue;
      const which = type.fields.has(field) ? 'some rows' : 'the rows';
      report.graphError(
        'unknown_field',
        `${called(nodeId)}: ${which} of ${quoted(edge.source)} have no field ${quoted(field)}; they have: ${listed(type.common)}.`,
        at(edge, nodeId, 'record'),
      );
    }
  }
  const kind = record ? record.kind : type.kind;
  const formats = record ? [formatOfRecord(record)] : type.formats;
  const path = at(edge, nodeId);
  if (!slot.acceptedKinds.some((accepted) => accepted === kind)) {
    const hint = type.rows && !record ? "; rows become records by the edge's record" : '';
    report.graphError(
      'wrong_kind',
      `${called(nodeId)}: the slot '${slot.id}' takes ${listed(slot.acceptedKinds)}, and ${quoted(edge.source)} sends ${kind ?? 'files of no kind'}${hint}.`,
      path,
    );
    return;
  }
  const fitting = formats.filter((format) => slot.acceptedFormats.includes(format));
  if (fitting.length === 0)
    report.graphError(
      'wrong_format',
      `${called(nodeId)}: the slot '${slot.id}' takes ${listed(slot.acceptedFormats)}, and ${quoted(edge.source)} sends ${listed(formats)}.`,
      path,
    );
  else if (fitting.length < formats.length)
    report.warning(
      'format_may_be_refused',
      `${called(nodeId)}: the slot '${slot.id}' takes ${listed(fitting)}, and ${quoted(edge.source)} may send ${listed(formats)}.`,
      path,
    );
}

function checkFormats(node: Extract<GraphNode['node'], { type: 'input' }>, report: Report): void {
  const unknown = node.formats?.find((format) => !formatsOf[node.kind].includes(format));
  if (unknown === undefined) return;
  report.graphError(
    'unknown_format',
    `${called(node.id)}: ${node.kind} comes as ${listed(formatsOf[node.kind])}, not as ${quoted(unknown)}.`,
    { nodeId: node.id },
  );
}

function checkFields({ node, incoming }: GraphNode, types: FlowTypes, report: Report): void {
  for (const [slot, used] of Map.groupBy(fieldsUsed(node), (one) => one.slot)) {
    const edges = slot === undefined ? incoming : incoming.filter((edge) => edge.slot === slot);
    const arriving = typesArriving(edges, types);
    if (arriving.length === 0) continue;
    const all = new Set(arriving.flatMap(({ fields }) => [...fields]));
    const known = listed(all);
    for (const { field, path } of used) {
      const where = { nodeId: node.id, path };
      if (!all.has(field))
        report.graphError(
          'unknown_field',
          `${called(node.id)}: what arrives has no field ${quoted(field)}; it has: ${known}.`,
          where,
        );
      else if (!arriving.every(({ common }) => common.has(field)))
        report.warning(
          'field_sometimes_missing',
          `${called(node.id)}: some of what arrives has no field ${quoted(field)}, and will never match.`,
          where,
        );
    }
  }
}

/** Returns the metrics that a node reads. */
function fieldsUsed(node: GraphNode['node']): { field: string; path: string; slot?: string }[] {
  const named = (filters: Filters, path: string) => Object.keys(filters).map((field) => ({ field, path }));
  if (node.type === 'filter') return named(node.filters, 'filters');
  if (node.type === 'rank') return (node.sort ?? []).map(({ field }, i) => ({ field, path: `sort[${i}].field` }));
  if (node.type === 'join') return JOIN_SLOTS.map((slot) => ({ field: node.on[slot], path: `on.${slot}`, slot }));
  if (node.type !== 'branch') return [];
  return node.cases
    .flatMap(({ when }, i) => named(when, `cases[${i}].when`))
    .filter(({ field }) => field !== 'count')
    .map(({ field, path }) => ({ field: field.replace(/^(min|max)\./, ''), path }));
}
