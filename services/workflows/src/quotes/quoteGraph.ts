import { toMillicredits } from '@rotamer/domain/credits.ts';
import type { CreditModel, ToolContract } from '@rotamer/tools/contract.ts';
import type { Tools } from '../definition/catalogue.ts';
import { eachSlotOf, type Graph, type GraphNode, ITEMS, portsOfBranch } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';

/** Bounds of a number. `max` is undefined where it is not known before the run. */
export interface Bounds {
  min: number;
  max: number | undefined;
}

/** What is known of a node before the rest of the graph runs. */
export interface KnownNode {
  /** Items that left it, or will leave it, by port. */
  outputs: Readonly<Record<string, Bounds>>;
  /** Jobs that it still has to submit; absent: none. */
  jobs?: number;
}

/** What the jobs of a tool node would cost. */
export interface QuotedNode {
  nodeId: string;
  label?: string;
  tool: string;
  jobs: Bounds;
  millicredits: Bounds;
  metered: boolean;
}

const NOTHING: Bounds = { min: 0, max: 0 };
const UNKNOWN: Bounds = { min: 0, max: undefined };

/** Returns an exact number as bounds. */
export function exactly(count: number): Bounds {
  return { min: count, max: count };
}

/**
 * Returns bounds of the jobs and the credits of each tool node that has still to run, in topological order. `known` has the nodes that
 * have run, or whose items are known. How many items leave a tool is known only after it has run.
 */
export function quoteGraph(graph: Graph, tools: Tools, known: ReadonlyMap<string, KnownNode>): QuotedNode[] {
  const leaving = new Map<string, (port: string) => Bounds>();
  const quoted: QuotedNode[] = [];
  for (const [id, graphNode] of graph.nodes) {
    const arriving = (slot: string) =>
      sum(
        graphNode.incoming.filter((edge) => edge.slot === slot).map(({ source, port }) => leaving.get(source)!(port)),
      );
    const before = known.get(id);
    leaving.set(id, before ? (port) => before.outputs[port] ?? NOTHING : leavingNode(graphNode, arriving));
    const { node } = graphNode;
    if (node.type !== 'tool' || (before && !before.jobs)) continue;
    const contract = tools.get(node.tool)?.contract;
    const jobs = before?.jobs === undefined ? jobsOf(graphNode, contract, arriving) : exactly(before.jobs);
    const items = sum([...new Set(graphNode.incoming.map(({ slot }) => slot))].map(arriving));
    const each = contract ? priceOfJob(contract, eachSlotOf(graphNode) ? exactly(1) : items) : UNKNOWN;
    const metered = contract?.credit.mode === 'metered_runtime';
    quoted.push({ nodeId: id, label: node.label, tool: node.tool, jobs, millicredits: times(jobs, each), metered });
  }
  return quoted;
}

/** Returns the total of all nodes. */
export function totalOf(nodes: readonly QuotedNode[]): Bounds {
  return sum(nodes.map(({ millicredits }) => millicredits));
}

/** Returns bounds of the items that leave a node by each port. */
function leavingNode({ node }: GraphNode, arriving: (slot: string) => Bounds): (port: string) => Bounds {
  const items = arriving(ITEMS);
  switch (node.type) {
    case 'tool':
      return () => ({ min: 0, max: limits.itemsPerNode });
    case 'filter':
      return () => ({ min: 0, max: items.max });
    case 'rank':
      return () => atMost(items, node.limit);
    case 'branch': {
      const ports = portsOfBranch(node);
      return (port) => (ports.includes(port) ? { min: 0, max: items.max } : NOTHING);
    }
    case 'curation':
      // A reviewer approves at least one candidate.
      return () => ({ ...atMost(items, limits.candidates), min: Math.min(items.min, 1) });
    default:
      return () => items;
  }
}

/** Returns bounds of the jobs of a tool node: one for each item, or one for all. */
function jobsOf(graphNode: GraphNode, contract: ToolContract | undefined, arriving: (slot: string) => Bounds): Bounds {
  const { incoming } = graphNode;
  const needed = (contract?.slots ?? []).filter(({ id, min }) => min > 0 && incoming.some(({ slot }) => slot === id));
  const slots = [...new Set(incoming.map(({ slot }) => slot))].map(arriving);
  const begins = needed.length > 0 ? needed.every(({ id }) => arriving(id).min > 0) : slots.some(({ min }) => min > 0);
  const each = eachSlotOf(graphNode);
  const wanted = each ? arriving(each) : { min: 1, max: slots.some(({ max }) => max !== 0) ? 1 : 0 };
  return atMost({ min: begins ? wanted.min : 0, max: wanted.max }, limits.jobsPerAttempt);
}

/**
 * Returns bounds of the price of one job that gets this many items. Only where molecules or sequences are counted is an item a part of a
 * unit: otherwise the highest price depends on the content of the items.
 */
function priceOfJob({ credit, limits: { wallSeconds } }: ToolContract, items: Bounds): Bounds {
  switch (credit.mode) {
    case 'free':
      return NOTHING;
    case 'fixed': {
      const price = (units: number) => Math.ceil(toMillicredits(credit.base + credit.perUnit * units));
      if (credit.perUnit === 0) return exactly(price(0));
      const size = unitSize(credit);
      if (size === undefined) return { min: price(1), max: undefined };
      const units = (count: number) => Math.max(1, Math.ceil(count / size));
      return { min: price(units(items.min)), max: items.max === undefined ? undefined : price(units(items.max)) };
    }
    default:
      return { min: 0, max: Math.ceil((toMillicredits(credit.ratePerMinute) * wallSeconds) / 60) };
  }
}

/** Returns how many items one unit of a price has: 1,000 of `started 1,000 molecules`; undefined where a unit counts something else. */
function unitSize({ unit }: Extract<CreditModel, { mode: 'fixed' }>): number | undefined {
  const found = /^(?:started ([\d,]+) )?(?:molecule|sequence)s?$/.exec(unit);
  return found ? Number(found[1]?.replaceAll(',', '') ?? 1) : undefined;
}

function sum(all: readonly Bounds[]): Bounds {
  return all.reduce((a, b) => ({ min: a.min + b.min, max: either(a.max, b.max, (x, y) => x + y) }), NOTHING);
}

function times(a: Bounds, b: Bounds): Bounds {
  if (a.max === 0 || b.max === 0) return NOTHING;
  return { min: a.min * b.min, max: either(a.max, b.max, (x, y) => x * y) };
}

function either(a: number | undefined, b: number | undefined, of: (a: number, b: number) => number) {
  return a === undefined || b === undefined ? undefined : of(a, b);
}

function atMost({ min, max }: Bounds, most: number | undefined): Bounds {
  if (most === undefined) return { min, max };
  return { min: Math.min(min, most), max: Math.min(max ?? most, most) };
}
