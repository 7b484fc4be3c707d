import {
  isRunEnded,
  type Rotamer,
  type RunItem,
  type RunJob,
  type RunResults,
  type WorkflowRun,
} from '@rotamer/client';

/** One node of a run with its jobs, or with the items that arrived at an output. */
export interface RunStep {
  node: WorkflowRun['nodes'][number];
  jobs: RunJob[];
  hasMoreJobs: boolean;
  items: RunItem[];
  hasMoreItems: boolean;
}

/** Returns the node that the address names, else the one that a reader wants to see first; undefined when a run has none. */
export function chosenNode(run: WorkflowRun, id: unknown): WorkflowRun['nodes'][number] | undefined {
  const { nodes, pause, status } = run;
  const wanted = isRunEnded(status)
    ? [nodes.find((node) => node.status === 'FAILED'), nodes.find(({ type }) => type === 'output')]
    : [nodes.find((node) => node.id === pause?.node_id), nodes.find((node) => node.status === 'RUNNING')];
  return [nodes.find((node) => node.id === id), ...wanted, nodes[0]].find((node) => node !== undefined);
}

/** Most jobs and items on the page. */
const SHOWN = 100;

/** Reads what a node did: its jobs, or the items of an output. */
export async function readStep(api: Rotamer, run: WorkflowRun, node: WorkflowRun['nodes'][number]): Promise<RunStep> {
  const step: RunStep = { node, jobs: [], hasMoreJobs: false, items: [], hasMoreItems: false };
  if (node.type === 'tool') {
    const page = await api.runs.jobs(run.id, { node_id: node.id, limit: SHOWN }).page();
    return { ...step, jobs: page.data, hasMoreJobs: page.has_more };
  }
  if (node.type === 'output') {
    const { nodes }: RunResults = await api.runs.results(run.id, { node_id: node.id, limit: SHOWN });
    const found = nodes[0];
    if (found) return { ...step, items: found.items, hasMoreItems: found.has_more_items };
  }
  return step;
}
