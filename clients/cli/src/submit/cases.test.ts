import { readFileSync } from 'node:fs';
import type { Tool } from '@rotamer/client';
import { detectFormat } from '@rotamer/formats/detect.ts';
import { expect, it } from 'vitest';
import { assignSlots } from './assignSlots.ts';
import { decodeText } from './decodeText.ts';

/** Files made from public bug reports. The tools test them, too. */
const bytesOf = (name: string) =>
  readFileSync(new URL(`../../../../tools/testdata/cases/sequence/${name}`, import.meta.url));
const caseOf = (name: string) => ({ name, text: bytesOf(name).toString('utf8') });

const slot = (id: string, kinds: string[], formats: string[]) => ({
  ...{ id, label: id, min: 1, max: 20, capabilities: {} },
  ...{ acceptedKinds: kinds, acceptedFormats: formats, defaultKind: kinds[0] },
});
const toolOf = (...slots: ReturnType<typeof slot>[]) =>
  ({ id: 'a-tool', input: { slots } }) as Pick<Tool, 'id' | 'input'>;

it('case C01: sends primers.ffn and contig.fna as DNA to a slot each', () => {
  const search = toolOf(
    slot('queries', ['protein', 'dna'], ['FASTA']),
    slot('database', ['protein', 'dna'], ['FASTA']),
  );
  const placed = assignSlots(search, [caseOf('primers.ffn'), caseOf('contig.fna')]);
  expect(placed.flatMap(({ inputs }) => inputs.map(({ slotId, kind }) => `${slotId} ${kind}`))).toEqual([
    ...['queries dna', 'queries dna'],
    'database dna',
  ]);
});

it('case C06: reads a header in Latin-1', () => {
  const { text, how } = decodeText(bytesOf('f19_latin1.fasta'), 'f19_latin1.fasta', 1024);
  expect(how).toBe('Windows-1252 (Latin-1)');
  expect(text).toMatch(/^>.*[À-ÿ]/);
});

it.each([
  ['x09_phylip.phy', 'PHYLIP'],
  ['x12_nexus.nex', 'NEXUS'],
])('case C07: sends %s as %s, and names what a slot accepts when it refuses the file', (name, format) => {
  const file = caseOf(name);
  expect(detectFormat(name, file.text)).toBe(format);
  expect(detectFormat('noname', file.text)).toBe(format);
  const takes = toolOf(slot('alignment', ['msa'], ['AFA', 'PHYLIP', 'NEXUS']));
  expect(assignSlots(takes, [file])[0]!.inputs[0]).toMatchObject({ kind: 'msa', format });
  expect(() => assignSlots(toolOf(slot('sequences', ['protein'], ['FASTA'])), [file])).toThrow(
    `takes ${name}, which is ${format}. Its slots: sequences (FASTA)`,
  );
});
