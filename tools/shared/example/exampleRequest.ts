import type { Settings, ToolContract, ToolInputSlot } from '../../contract.ts';
import { otherFormats, type Sample, samples, toolSamples } from './samples.ts';

/** The body of a `POST /jobs`. */
export interface ExampleRequest {
  tool: string;
  input: { inputs: ExampleInput[] };
  settings?: Settings;
}

export interface ExampleInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  content: string;
  source: { type: 'text' };
}

/**
 * Returns a request that the tool accepts and completes unchanged, with default settings where they fit. Returns
 * undefined when a slot takes only outputs of other tools or texts too long to paste, when a setting has no default, or when the
 * tool searches only datasets.
 */
export function exampleRequest(contract: ToolContract): ExampleRequest | undefined {
  const { id, slots, settings, exampleSettings, dataset } = contract;
  if (dataset && dataset.slot === undefined) return undefined;
  if (settings.required?.some((name) => (settings.properties[name] as { default?: unknown }).default === undefined))
    return undefined;
  // The box is an optional input only because settings can define it instead.
  const needed = [
    ...neededSlots(contract),
    ...slots.filter(({ min, defaultKind }) => min === 0 && defaultKind === 'box'),
  ];
  // Some tools allow each slot to be empty, but not all at once.
  const filled = (needed.length > 0 ? needed : slots.slice(0, 1)).flatMap((slot) =>
    Array.from({ length: Math.max(1, slot.min) }, (_, i) => exampleInput(id, slot, i)),
  );
  const inputs = filled.filter((input) => input !== undefined);
  if (inputs.length < filled.length) return undefined;
  return { tool: id, input: { inputs }, ...(exampleSettings && { settings: exampleSettings }) };
}

function exampleInput(tool: string, slot: ToolInputSlot, index: number): ExampleInput | undefined {
  for (const kind of [slot.defaultKind, ...slot.acceptedKinds]) {
    const sample = toolSamples[tool] ?? sampleOf(kind, slot);
    if (!sample) continue;
    const source = { type: 'text' } as const;
    const id = index === 0 ? slot.id : `${slot.id}_${index + 1}`;
    return { id, slotId: slot.id, kind, format: sample.format, content: fitted(sample.text, slot), source };
  }
  return undefined;
}

function sampleOf(kind: ToolInputSlot['defaultKind'], slot: ToolInputSlot): Sample | undefined {
  const { acceptedFormats, capabilities } = slot;
  // Ensembles and complexes are too long to paste.
  if (capabilities.models || capabilities.chains) return undefined;
  const known = [samples[kind], ...(otherFormats[kind] ?? [])];
  return known.find((sample) => sample && acceptedFormats.includes(sample.format));
}

/** Returns as many records of the sample as the slot takes. */
function fitted(text: string, { capabilities }: ToolInputSlot): string {
  const { max } = capabilities.records;
  if (text.startsWith('>'))
    return text
      .split(/^(?=>)/m)
      .slice(0, max)
      .join('');
  return text;
}

/** Returns the slots that a request without a dataset fills: those that need inputs, and the one of its database. */
export const neededSlots = ({ slots, dataset }: ToolContract): ToolInputSlot[] =>
  slots.filter(({ id, min }) => min > 0 || id === dataset?.slot);
