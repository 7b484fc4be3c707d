import type { DatasetSize, DatasetUse, Problem, Settings, ToolContract, ToolInput } from '../../contract.ts';
import { filterProblems } from './recordFilter.ts';

/**
 * Returns the problems of how a request names its database: it names a dataset or sends a database, not both, and the
 * dataset is of a kind that the tool searches.
 */
export function datasetProblems(
  { dataset: use, id: tool }: ToolContract,
  inputs: ToolInput[],
  settings: Settings,
  dataset: DatasetSize | undefined,
): Problem[] {
  if (!use) return [];
  return [
    ...nameProblems(tool, use, inputs, settings, dataset),
    ...filterProblems(settings, dataset, isNamed(use, settings)),
  ];
}

const isNamed = (use: DatasetUse, settings: Settings): boolean => (settings[use.setting] ?? '') !== '';

function nameProblems(
  tool: string,
  use: DatasetUse,
  inputs: ToolInput[],
  settings: Settings,
  dataset: DatasetSize | undefined,
): Problem[] {
  const path = `settings.${use.setting}`;
  const hasInputs = inputs.some(({ slotId }) => slotId === use.slot);
  if (!isNamed(use, settings)) {
    if (use.slot === undefined) return [{ path, message: `${tool} needs the name of a dataset` }];
    const message = `send a database in the slot '${use.slot}', or name a dataset in the setting ${use.setting}`;
    return hasInputs ? [] : [{ path: 'input.inputs', message }];
  }
  if (hasInputs) return [{ path, message: `name a dataset, or send inputs for the slot '${use.slot}', not both` }];
  const message = dataset && kindProblem(tool, use, dataset.kind);
  return message ? [{ path, message }] : [];
}

/** Returns why a tool does not search datasets of a kind; undefined when it does. */
export const kindProblem = (tool: string, { kinds }: DatasetUse, kind: string): string | undefined =>
  (kinds as string[]).includes(kind) ? undefined : `${tool} searches datasets of ${kinds.join(' or ')}, not of ${kind}`;
