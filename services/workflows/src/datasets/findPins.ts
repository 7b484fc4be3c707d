import { enumWord } from '@rotamer/kit/enumWord.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { DatasetsClient } from '@rotamer/proto/jobs/v1/datasets.ts';
import { parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import type { Tools } from '../definition/catalogue.ts';
import type { WorkflowNode } from '../definition/schema.ts';
import { decidePins, namings, type PinProblem } from './decidePins.ts';
import type { Pins } from './pins.ts';

interface PinDeps {
  tools(): Promise<Tools>;
  datasets: Pick<DatasetsClient<CallScope>, 'list'>;
}

/** Asks jobs what the caller's workspace may search, and decides the pins of nodes. */
export async function findPins(
  deps: PinDeps,
  nodes: readonly WorkflowNode[],
  scope: CallScope,
): Promise<{ pins: Pins; problems: PinProblem[] }> {
  const none = { pins: {}, problems: [] };
  // A workflow that cannot name a dataset starts also while jobs is unavailable.
  if (!nodes.some(mayName)) return none;
  const tools = await deps.tools();
  if (namings(nodes, tools).length === 0) return none;
  const { datasets } = await deps.datasets.list({}, scope);
  const offered = datasets.map(({ id, kind, releases }) => ({
    id,
    kind,
    releases: releases.map(({ release, state, sha256 }) => ({
      release,
      state: enumWord('RELEASE_STATE', state),
      sha256,
    })),
  }));
  return decidePins(nodes, tools, offered);
}

const mayName = (node: WorkflowNode): boolean =>
  node.type === 'tool' &&
  Object.values(node.settings ?? {}).some((value) => typeof value === 'string' && parseReference(value) !== undefined);

/**
 * Returns the pins of nodes, if each dataset that they name can be searched.
 *
 * @throws conflict that names the first node whose dataset is unknown, retired or not granted.
 */
export async function requirePins(
  deps: PinDeps,
  nodes: readonly WorkflowNode[],
  scope: CallScope,
  resolution: string,
): Promise<Pins> {
  const { pins, problems } = await findPins(deps, nodes, scope);
  const [first] = problems;
  if (!first) return pins;
  const { nodeId, dataset, message } = first;
  throw new Fault('conflict', message, {
    resolution,
    details: { reason: 'dataset_unavailable', node_id: nodeId, dataset },
  });
}
