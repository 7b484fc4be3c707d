import type { ToolContract, ToolInputSlot } from '../../contract.ts';
import { patterns, type Sample, samples } from './samples.ts';

/** The body of a `POST /jobs`. */
export interface ExampleRequest {
  tool: string;
  input: { inputs: ExampleInput[] };
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
 * A request that the tool accepts as it stands, with its default settings. Undefined where a slot takes only what other tools
 * write, or a setting has no default.
 */
export function exampleRequest({ id, slots, settings }: ToolContract): ExampleRequest | undefined {
  if (settings.required?.some((name) => (settings.properties[name] as { default?: unknown }).default === undefined))
    return undefined;
  const needed = slots.filter(({ min }) => min > 0);
  // Where every slot may be empty, one must not be.
  const filled = (needed.length > 0 ? needed : slots.slice(0, 1)).map(exampleInput);
  const inputs = filled.filter((input) => input !== undefined);
  return inputs.length === filled.length ? { tool: id, input: { inputs } } : undefined;
}

function exampleInput(slot: ToolInputSlot): ExampleInput | undefined {
  for (const kind of [slot.defaultKind, ...slot.acceptedKinds]) {
    const sample = sampleOf(kind, slot);
    if (!sample) continue;
    const source = { type: 'text' } as const;
    return { id: slot.id, slotId: slot.id, kind, format: sample.format, content: fitted(sample.text, slot), source };
  }
  return undefined;
}

function sampleOf(kind: ToolInputSlot['defaultKind'], { acceptedFormats }: ToolInputSlot): Sample | undefined {
  const known = kind === 'pattern' ? Object.values(patterns) : [samples[kind]];
  return known.find((sample) => sample && acceptedFormats.includes(sample.format));
}

/** No more records than the slot takes. */
function fitted(text: string, { capabilities }: ToolInputSlot): string {
  const { max } = capabilities.records;
  if (text.startsWith('>'))
    return text
      .split(/^(?=>)/m)
      .slice(0, max)
      .join('');
  return text;
}
