import type { DatasetSize, Problem, Settings, ToolContract, ToolInput } from '../../contract.ts';

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
  const path = `settings.${use.setting}`;
  const hasInputs = inputs.some(({ slotId }) => slotId === use.slot);
  const named = settings[use.setting] ?? '';
  if (named === '') {
    if (use.slot === undefined) return [{ path, message: `${tool} needs the name of a dataset` }];
    const message = `send a database in the slot '${use.slot}', or name a dataset in the setting ${use.setting}`;
    return hasInputs ? [] : [{ path: 'input.inputs', message }];
  }
  if (hasInputs) return [{ path, message: `name a dataset, or send inputs for the slot '${use.slot}', not both` }];
  if (!dataset || use.kinds.includes(dataset.kind)) return [];
  return [{ path, message: `${tool} searches datasets of ${use.kinds.join(' or ')}, not of ${dataset.kind}` }];
}
