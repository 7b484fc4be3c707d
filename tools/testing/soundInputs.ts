import type { ToolContract, ToolInput, ToolInputSlot } from '../contract.ts';
import { exampleRequest, neededSlots } from '../shared/example/exampleRequest.ts';
import { samples } from '../shared/example/samples.ts';
import { readTestData } from '../testdata/read.ts';

export type TextInput = ToolInput & { text: string };

/** Texts that only programs write, or that are too long to paste, by format. */
export type LongTexts = Record<string, string>;

/** A text in the form of a profile; the check only looks at the form. */
const profile =
  'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n      1   0.1\n      2   0.1\n//\n';

/** Three glycines with charges and radii, as PDB2PQR writes them. */
const chargedAtoms = `${[1, 2, 3]
  .flatMap((residue) =>
    ['N -0.4157 1.8240', 'CA -0.0252 1.9080', 'C 0.5973 1.9080', 'O -0.5679 1.6612'].map((atom, i) => {
      const [name, charge, radius] = atom.split(' ');
      const number = 4 * (residue - 1) + i + 1;
      const x = (3.8 * residue + i).toFixed(3);
      return `ATOM  ${String(number).padStart(5)}  ${name!.padEnd(3)} GLY A${String(residue).padStart(4)}    ${x.padStart(8)}   0.000   ${i}.000  ${charge!.padStart(7)} ${radius}`;
    }),
  )
  .join('\n')}\nTER\nEND\n`;

/** Returns ubiquitin as two chains, cut after residue 35. */
function twoChains(): string {
  const atoms = readTestData('structures/1ubq.pdb')
    .split('\n')
    .filter((line) => line.startsWith('ATOM'));
  const chainOf = (line: string) => (Number(line.slice(22, 26)) <= 35 ? 'A' : 'B');
  return `${atoms.map((line) => `${line.slice(0, 21)}${chainOf(line)}${line.slice(22)}`).join('\n')}\n`;
}

/**
 * Returns inputs that a tool accepts with its default settings: those of its example, or short files of kinds that
 * cannot be pasted.
 */
export function soundInputs(contract: ToolContract, long: LongTexts = {}): TextInput[] {
  const example = exampleRequest(contract);
  if (example) return example.input.inputs.map(({ content, ...input }) => ({ ...input, text: content }));
  return neededSlots(contract).flatMap((slot) =>
    Array.from({ length: Math.max(1, slot.min) }, (_, i) => {
      const { format, text } = longSample(slot, long);
      return { id: `${slot.id}_${i}`, slotId: slot.id, kind: slot.defaultKind, format, text };
    }),
  );
}

function longSample({ id, acceptedFormats, capabilities, defaultKind }: ToolInputSlot, long: LongTexts) {
  const known: LongTexts = { HMM: profile, PQR: chargedAtoms, ...long };
  if (capabilities.models) return { format: 'PDB', text: readTestData('structures/2sdf_5models.pdb') };
  if (capabilities.chains) return { format: 'PDB', text: twoChains() };
  const format = acceptedFormats.find((each) => known[each]);
  if (format) return { format, text: known[format]! };
  const sample = samples[defaultKind];
  if (sample && acceptedFormats.includes(sample.format)) return sample;
  throw new Error(`slot '${id}': no sample is in one of the formats ${acceptedFormats.join(', ')}; add one here`);
}
