import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { modeOf } from './genomes.ts';
import { parseGenes, sequencesOf } from './parseGenes.ts';
import { contract } from './tool.ts';

const input = (text: string, id = 'a') => ({ id, slotId: 'genome', kind: 'dna', format: 'FASTA', text });
const verdict = (texts: string[], settings = {}) =>
  checkRequest(
    contract,
    check,
    texts.map((text, i) => input(text, `g${i}`)),
    settings,
  ).verdict;
const bases = (count: number) => `>g\n${'ACGTTGCAAT'.repeat(count / 10)}\n`;

describe('refuses', () => {
  it.each([
    ['empty', '', 'the content is empty'],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['proteins', '>a\nMKTAYIAKQR', "line 2: character 'I' is not a nucleotide code"],
    ['digits', '>a\nACG1', "line 2: character '1' is not a nucleotide code"],
  ])('%s', (_, text, message) => {
    expect(verdict([text]).problems[0]).toEqual({ path: 'input.inputs[0].content', message });
  });

  it('learning from a short genome', () => {
    expect(verdict([bases(20_000), bases(9_600)], { mode: 'single' }).problems).toEqual([
      {
        path: 'input.inputs[1].content',
        message: 'the mode single needs 20000 bases, the genome has 9600; use meta',
      },
    ]);
    expect(verdict([bases(9_600)]).problems).toEqual([]);
  });

  it('a genetic code that would not be used', () => {
    expect(verdict([bases(9_600)], { table: 4 }).problems).toMatchObject([{ path: 'settings.table' }]);
    expect(verdict([bases(20_000)], { table: 4, mode: 'single' }).problems).toEqual([]);
    expect(verdict([bases(20_000)], { table: 25, mode: 'single' }).problems).toEqual([]);
    expect(verdict([bases(20_000)], { table: 7, mode: 'single' }).problems).toMatchObject([{ path: 'settings.table' }]);
    expect(verdict([bases(20_000)], { full_motif_scan: true, mode: 'meta' }).problems).toMatchObject([
      { path: 'settings.full_motif_scan' },
    ]);
  });

  it('more bases than the limit', () => {
    const wrapped = (lines: number) => `>g\n${`${'ACGTTGCAAT'.repeat(10_000)}\n`.repeat(lines)}`;
    expect(verdict([wrapped(101)]).problems).toEqual([]);
    expect(verdict([wrapped(100), wrapped(101)]).problems).toEqual([
      { path: 'input.inputs', message: 'the genomes have 20100000 bases together, the limit is 20000000' },
    ]);
  });
});

it('costs one credit for each started million bases', () => {
  expect(verdict([bases(9_600)]).units).toBe(1);
  expect(verdict([bases(600_000), bases(600_000)]).units).toBe(2);
  const saved = { id: 'f', slotId: 'genome', kind: 'dna', format: 'FASTA', records: 1, residues: 4_600_000 };
  expect(checkRequest(contract, check, [saved], {}).verdict).toEqual({ problems: [], units: 5 });
  const { problems } = checkRequest(contract, check, [{ ...saved, residues: 20_000_001 }], {}).verdict;
  expect(problems[0]!.message).toMatch(/the limit is 20000000$/);
});

it('learns from genomes that are long enough', () => {
  expect([modeOf({ mode: 'auto' }, 99_999), modeOf({ mode: 'auto' }, 100_000)]).toEqual(['meta', 'single']);
  expect(modeOf({ mode: 'single' }, 30_000)).toBe('single');
});

describe('reading genes', () => {
  const line = 's000001\tProdigal_v2.6.3\tCDS\t87\t1109\t94.6\t+\t0\tID=1_1;partial=01;start_type=ATG;\n';

  it('returns their positions', () => {
    expect(parseGenes(`##gff-version  3\n# x\n${line}`, 1)).toEqual([
      {
        contig: 0,
        number: 1,
        start: 87,
        end: 1109,
        strand: '+',
        score: 94.6,
        partial: true,
        startType: 'ATG',
        attributes: 'partial=01;start_type=ATG;',
      },
    ]);
  });

  it.each([
    line.replace('s000001', 's000002'),
    line.replace('s000001', 'x'),
    line.replace('87', 'x'),
    line.replace('partial=01', ''),
    'hello\n',
  ])('fails for a missing field in %j', (text) => {
    expect(() => parseGenes(text, 1)).toThrow('no usable list of genes');
  });

  it('requires a sequence for each gene', () => {
    const genes = parseGenes(line, 1);
    expect(sequencesOf('>s000001_1 # 87 # 1109 # 1 # ID=1_1\nMV\nTF*\n', genes)).toEqual(['MVTF']);
    expect(() => sequencesOf('', genes)).toThrow('0 sequences for 1 genes');
  });
});
