import { kindProblem } from '@rotamer/tools/shared/datasets/datasetProblems.ts';
import {
  chooseRelease,
  type DatasetReference,
  type OfferedDataset,
  parseReference,
} from '@rotamer/tools/shared/datasets/reference.ts';
import type { OfferedTool, Tools } from '../definition/catalogue.ts';
import type { ToolNode, WorkflowNode } from '../definition/schema.ts';
import { called } from '../definition/validation/report.ts';
import type { Pins } from './pins.ts';

/** A dataset that the workspace may search. States of releases are in lower case, such as `ready`. */
export type Dataset = OfferedDataset<{ release: string; state: string; sha256: string }>;

/** A tool node that names a dataset. */
interface Naming {
  node: ToolNode;
  contract: OfferedTool['contract'];
  setting: string;
  wanted: DatasetReference;
}

/** Why a node cannot search the dataset that it names. */
export interface PinProblem {
  nodeId: string;
  setting: string;
  /** As the node names it. */
  dataset: string;
  /** Names the node, and lists the datasets or releases that there are. */
  message: string;
}

/** Returns the nodes that name a dataset. */
export function namings(nodes: readonly WorkflowNode[], tools: Tools): Naming[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'tool') return [];
    const contract = tools.get(node.tool)?.contract;
    const setting = contract?.dataset?.setting;
    const named = setting === undefined ? undefined : node.settings?.[setting];
    const wanted = typeof named === 'string' ? parseReference(named) : undefined;
    return wanted ? [{ node, contract: contract!, setting: setting!, wanted }] : [];
  });
}

/**
 * Decides which release each node searches: the one that it names, or the newest ready one. Nodes that search nothing
 * get no pin. Pure.
 */
export function decidePins(
  nodes: readonly WorkflowNode[],
  tools: Tools,
  datasets: Dataset[],
): { pins: Pins; problems: PinProblem[] } {
  const pins: [string, Pins[string]][] = [];
  const problems: PinProblem[] = [];
  for (const { node, contract, setting, wanted } of namings(nodes, tools)) {
    const chosen = chooseRelease(datasets, contract.dataset!, wanted);
    const problem =
      'problem' in chosen ? chosen.problem : kindProblem(contract.id, contract.dataset!, chosen.dataset.kind);
    if (problem === undefined && 'release' in chosen) {
      const { release, sha256 } = chosen.release;
      pins.push([node.id, { setting, dataset: `${wanted.id}@${release}`, sha256 }]);
    } else {
      const message = `${called(node.id)}: ${problem}.`;
      problems.push({ nodeId: node.id, setting, dataset: String(node.settings![setting]), message });
    }
  }
  return { pins: Object.fromEntries(pins), problems };
}
