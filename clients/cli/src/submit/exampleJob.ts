import type { JobRequest, Tool } from '@rotamer/client';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';

/** The contents of an example, by format. */
const contents: Record<string, string> = {
  FASTA: '>insulin_b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n',
  AFA: '>one\nFVNQHLCGSH\n>two\nFVNQHLC-SH\n',
  TEXT: 'FVNQHLCGSHLVEALYLVCGERGFFYTPKT',
  SMILES: 'CC(=O)Oc1ccccc1C(=O)O aspirin\n',
};

/** Returns a job of a tool with every required slot, and all settings at their defaults. */
export function exampleJob(tool: Tool): JobRequest {
  const { properties = {} } = (tool.settings ?? {}) as { properties?: Record<string, { default?: unknown }> };
  const defaults = Object.entries(properties).filter(([, { default: initial }]) => initial !== undefined);
  const inputs = tool.input.slots
    .filter(({ min = 0 }) => min > 0)
    .map((slot) => {
      const formats = (slot.acceptedFormats as string[] | undefined) ?? ['TEXT'];
      const format = formats.find((one) => Object.hasOwn(contents, one)) ?? formats[0]!;
      const kind = fitToSlot(slot, format)?.kind ?? slot.defaultKind ?? '';
      const content = contents[format] ?? `put ${format} here`;
      return { id: slot.id, slotId: slot.id, kind, format, source: { type: 'text' as const }, content };
    });
  const settings = Object.fromEntries(defaults.map(([name, { default: initial }]) => [name, initial]));
  return { tool: tool.id, name: tool.name, input: { inputs }, settings };
}
