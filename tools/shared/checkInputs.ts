import { formatsOf } from '@rotamer/formats/formats.ts';
import type {
  Check,
  DatasetSize,
  Problem,
  Settings,
  ToolContract,
  ToolInput,
  ToolInputSlot,
  Verdict,
} from '../contract.ts';
import { datasetProblems } from './datasets/datasetProblems.ts';
import { MAX_PROBLEMS, quoted } from './problems.ts';

/**
 * Returns all problems of a request. `completeSettings` has completed the settings and found `settingProblems`. The
 * tool's own check runs only when the request matches the contract. `dataset` is the release that the settings name.
 */
export function checkInputs(
  contract: ToolContract,
  check: Check,
  inputs: ToolInput[],
  settings: Settings,
  settingProblems: Problem[],
  dataset?: DatasetSize,
): Verdict {
  const shape = [
    ...checkShape(contract, inputs),
    ...settingProblems,
    ...datasetProblems(contract, inputs, settings, dataset),
  ];
  const verdict = shape.length > 0 ? { problems: shape, units: 0 } : check(inputs, settings, dataset);
  return { ...verdict, problems: verdict.problems.slice(0, MAX_PROBLEMS) };
}

function checkShape(contract: ToolContract, inputs: ToolInput[]): Problem[] {
  const slots = new Map(contract.slots.map((slot) => [slot.id, slot]));
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const [i, input] of inputs.entries()) {
    const path = `input.inputs[${i}]`;
    if (seen.has(input.id)) problems.push({ path: `${path}.id`, message: `id ${quoted(input.id)} is used twice` });
    seen.add(input.id);
    const slot = slots.get(input.slotId);
    if (slot) problems.push(...checkKind(slot, input, path), ...checkCapabilities(slot, input, path));
    else
      problems.push({
        path: `${path}.slotId`,
        message: `${contract.id} has no slot ${quoted(input.slotId)}; its slots are: ${[...slots.keys()].join(', ')}`,
      });
  }
  return [...problems, ...checkCounts(contract, inputs)];
}

function checkKind(slot: ToolInputSlot, input: ToolInput, path: string): Problem[] {
  const kind = slot.acceptedKinds.find((accepted) => accepted === input.kind);
  const formats = kind
    ? slot.acceptedFormats.filter((format) => formatsOf[kind].includes(format))
    : slot.acceptedFormats;
  const problems: Problem[] = [];
  if (!kind) problems.push({ path: `${path}.kind`, message: notAccepted('kind', input.kind, slot.acceptedKinds) });
  if (!formats.includes(input.format)) {
    const noun = kind && slot.acceptedKinds.length > 1 ? `format of kind ${kind}` : 'format';
    problems.push({ path: `${path}.format`, message: notAccepted(noun, input.format, formats) });
  }
  return problems;
}

function notAccepted(noun: string, found: string, accepted: string[]): string {
  return `${quoted(found)} is not an accepted ${noun}; accepted: ${accepted.join(', ')}`;
}

/**
 * Refuses capabilities that the tool does not support: ignoring one would compute something other than what was asked
 * for.
 */
function checkCapabilities({ id, capabilities }: ToolInputSlot, input: ToolInput, path: string): Problem[] {
  const asked = {
    copies: (input.copies ?? 1) > 1,
    cyclic: input.cyclic === true,
    modifications: (input.modifications?.length ?? 0) > 0,
    msa: input.msa !== undefined && input.msa !== null,
  };
  return (['copies', 'cyclic', 'modifications', 'msa'] as const)
    .filter((name) => asked[name] && !capabilities[name])
    .map((name) => ({ path: `${path}.${name}`, message: `slot '${id}' does not support ${name}` }));
}

function checkCounts(contract: ToolContract, inputs: ToolInput[]): Problem[] {
  return contract.slots.flatMap(({ id, min, max }) => {
    const count = inputs.filter((input) => input.slotId === id).length;
    if (count >= min && count <= max) return [];
    const wanted = count < min ? `at least ${min}` : `at most ${max}`;
    return [{ path: 'input.inputs', message: `slot '${id}' takes ${wanted} inputs, found ${count}` }];
  });
}
