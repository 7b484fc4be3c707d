import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { Check, Run, ToolContract } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseFasta } from '../shared/fasta.ts';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import type { alignmentItem } from '../shared/native/aligner.ts';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from './testNative.ts';

interface Tool {
  contract: ToolContract;
  check: Check;
  run: Run;
}

const input = (text: string, kind = 'protein', id = 'a') => ({ id, slotId: 'sequences', kind, format: 'FASTA', text });
const globins = () => readTestData('globins45.fasta');
const HOMINIDS = ['Homo sapiens isolate 1', 'Homo sapiens isolate 2', 'Pan troglodytes', 'Pan paniscus'];
const LIMITS = { maxRecords: 1000, maxResidues: 10_000, maxColumns: 10_000 };

/** Tests of what every tool must do that aligns sequences with a program. They run the program. */
export async function alignerTests(tool: Tool, columns: number): Promise<void> {
  const describe = await describeWithPrograms(tool.contract);
  // The letter of each tool in the ids of the table of cases.
  const caseLetter = { mafft: 'f', muscle: 'u', 'clustal-omega': 'c' }[tool.contract.id] ?? 'k';
  const rowsOf = (text: string) => parseAlignment(text, 'AFA', LIMITS).records;

  describe(`${tool.contract.id} with its program`, () => {
    it(`aligns 45 globins in ${columns} columns without losing a residue`, async () => {
      const done = await runNative(tool, [input(globins())]);
      expect(done.values<Static<typeof alignmentItem>>('summary')[0]).toMatchObject({ sequences: 45, columns });
      const given = parseFasta(globins(), 'protein', LIMITS).records;
      const plain = rowsOf(done.files[0]!.text).map(({ name, row }) => `${name} ${row.replaceAll('-', '')}`);
      expect(plain.sort()).toEqual(given.map(({ name, sequence }) => `${name} ${sequence}`).sort());
    });

    it('keeps names that programs cut or refuse, and letters unknown to them', async () => {
      const long = 'n'.repeat(300);
      const text = `>-x.fa;(a b\nMKTAYIAKQRUO\n>${long}\nMKTAYIKQRJX\n>a,b:'c\nMKTYIAKQRBZ\n`;
      const done = await runNative(tool, [input(text)]);
      const rows = done.files[0]!.text.replaceAll('-', '').split('>').slice(1);
      expect(rows.map((row) => row.split('\n')[0]).sort()).toEqual(['x.fa;(a b', "a,b:'c", long].sort());
      for (const sequence of ['MKTAYIAKQRUO', 'MKTAYIKQRJX', 'MKTYIAKQRBZ'])
        expect(rows.some((row) => row.includes(sequence))).toBe(true);
    });

    it.each([
      ['L01', 'l01_sec.fasta', 'protein', ['GPX1', 'GPX4', 'GPX1_cys']],
      ['L04', 'l04_dups.fasta', 'protein', ['x', 'x_2', 'x_3']],
      ['L05', 'l05_identical.fasta', 'protein', ['i1', 'i2', 'i3', 'i4']],
      ['L07', 'l07_tiny_dna.fasta', 'dna', ['1', '2', '10', '11', '14', '15']],
      ['L09', 'l09_dnalike_protein.fasta', 'protein', ['p1', 'p2', 'p3']],
      ['L11', 'l11_rna_iupac.fasta', 'rna', ['r1', 'r2', 't1']],
      ['L15', 'g12_same_first_word.afa', 'protein', HOMINIDS],
    ])(`case %s${caseLetter}: all rows in the order of the input, under their names`, async (_, file, kind, names) => {
      const text = readTestData(`cases/sequence/${file}`);
      const done = await runNative(tool, [input(text, kind)]);
      const given = parseFasta(text, kind === 'protein' ? 'protein' : 'dna', LIMITS).records;
      const headers = done.files[0]!.text.split('\n').filter((line) => line.startsWith('>'));
      expect(headers).toEqual(names.map((name) => `>${name}`));
      const plain = parseFasta(done.files[0]!.text.replaceAll('-', ''), 'protein', LIMITS).records;
      expect(plain.map(({ sequence }) => sequence)).toEqual(given.map(({ sequence }) => sequence));
      // Kalign and MUSCLE also warn of the whole alignment, because they take case L09 for DNA.
      const warned = done.values<{ of: string }>('warnings').flatMap(({ of }) => (of === 'alignment' ? [] : [of]));
      expect(warned).toEqual(file.startsWith('l04') ? ['x_2', 'x_3'] : file.startsWith('l09') ? names : []);
    });

    it('aligns RNA', async () => {
      const done = await runNative(tool, [input('>a\nGAUUACAGAUUACAGAUUACA\n>b\nGAUACAGAUUACAGAUUCA\n', 'rna')]);
      expect(rowsOf(done.files[0]!.text)).toHaveLength(2);
    });

    it('writes no output when it was stopped', async () => {
      const done = await runNative(tool, [input(globins())], {}, { signal: AbortSignal.abort() });
      expect([done.items, done.files]).toEqual([[], []]);
    });
  });
}

/** Tests that inputs at which the programs crash, hang or write nothing are refused before a program runs. */
export function refusesBadSequences({ contract, check }: Omit<Tool, 'run'>): void {
  it.each([
    ['empty', '', /^the content is empty$/],
    ['junk', 'hello', /starts with '>'/],
    ['digits', '>a\nMKT12AY!AK\n>b\nMK', /^line 2: character '1' is not an amino acid code$/],
    ['gaps', '>a\nMKT-AY\n>b\nMK', /gap character/],
    ['only unknown residues', '>a\nXXXX\n>b\nXX', /^line 1: record 'a' has no known residue, so it cannot be aligned/],
    ['a record without residues', '>a\n>b\nMK', /^line 1: record 'a' has no residues$/],
  ])('%s', (_, text, message) => {
    const { problems } = checkRequest(contract, check, [input(text)], {}).verdict;
    expect(problems[0]).toEqual({ path: 'input.inputs[0].content', message: expect.stringMatching(message) });
  });

  it('one sequence, and two kinds', () => {
    const problems = (...inputs: ReturnType<typeof input>[]) =>
      checkRequest(contract, check, inputs, {}).verdict.problems;
    expect(problems(input('>a\nMKTAY'))).toEqual([
      { path: 'input.inputs', message: expect.stringMatching(/^slot 'sequences' needs at least 2 records/) },
    ]);
    expect(problems(input('>a\nMKTAY'), input('>b\nACGT', 'dna', 'b'))).toEqual([
      { path: 'input.inputs[1].kind', message: 'dna cannot be aligned with protein' },
    ]);
  });
}
