import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseBareSequence, parseFasta, writeFasta } from './fasta.ts';

vi.setConfig({ testTimeout: 60_000 });

const limits = { maxRecords: 100, maxResidues: 1000 };
const messages = (text: string, alphabet: 'protein' | 'dna' = 'protein') =>
  parseFasta(text, alphabet, limits).problems.messages;

describe('reading', () => {
  it('reads records over several lines, folds case, strips one stop mark', () => {
    const { records, problems } = parseFasta(
      '\uFEFF\r\n>a first one\r\nmkv\r\nA W\r\n\r\n>b\nMK*\n',
      'protein',
      limits,
    );
    expect(problems.messages).toEqual([]);
    expect(records).toEqual([
      { name: 'a', description: 'first one', sequence: 'MKVAW', line: 2 },
      { name: 'b', description: '', sequence: 'MK', line: 6 },
    ]);
  });

  it('allows repeated names and numbers unnamed records', () => {
    expect(parseFasta('>a\nM\n>a\nK\n>\nV', 'protein', limits).records.map(({ name }) => name)).toEqual([
      'a',
      'a',
      'sequence_3',
    ]);
  });

  it('takes any white space after a name', () => {
    const { records } = parseFasta('>a\u2028b\u2028c\nM', 'protein', limits);
    expect(records[0]).toMatchObject({ name: 'a', description: 'b\u2028c' });
  });

  it('reads what it wrote', () => {
    const record = fc.record({
      name: fc.stringMatching(/^[!-=?-~]{1,20}$/),
      description: fc.stringMatching(/^([!-~]{1,10}( [!-~]{1,10}){0,3})?$/),
      sequence: fc.stringMatching(/^[DEFHIKLMPQRSVWY]{1,200}$/),
    });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (written) => {
        const { records, problems } = parseFasta(writeFasta(written), 'protein', limits);
        expect(problems.messages).toEqual([]);
        expect(records.map(({ line, ...rest }) => rest)).toEqual(written);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void messages(`>${text}`)));
  });
});

describe('noting', () => {
  const warnings = (text: string, alphabet: 'protein' | 'dna' = 'protein') =>
    parseFasta(text, alphabet, limits).problems.warnings.map(({ of, line, warning }) => `${of} ${line} ${warning}`);

  it.each([
    [`>a\n${'acgu'.repeat(5)}`, 'a 1 looks like a nucleotide sequence; it was read as a protein, as its kind says'],
    ['>a\nMK\nM*K*V**', "a 3 2 stop marks '*' inside of the sequence, read as X"],
    [
      '>a\nMKVLWAAL\n#KVEQAVETEPEPELRQQT\nEWQS',
      'a 3 the line was read as a comment, but it has only letters of a sequence',
    ],
    ['>a\nMETALACYS', 'a 1 looks like three-letter codes; each letter was read as a residue of its own'],
  ])('%j', (text, warning) => {
    expect(warnings(text)).toEqual([warning]);
  });

  it('masks a stop mark, and keeps positions', () => {
    expect(parseFasta('>a\n*MK*\nV*W**\n', 'protein', limits).records[0]!.sequence).toBe('XMKXVXW');
  });

  it('leaves out faulty records with `leavesOut`, and gives the reason', () => {
    const text = `>a\nMK1\n>b\n>c\nMK-T.\n>d\nMKV*\n>e\n${'M'.repeat(1001)}`;
    const { records, problems } = parseFasta(text, 'protein', { ...limits, leavesOut: true });
    expect(problems.messages).toEqual([]);
    expect(records.map(({ name, sequence }) => name + sequence)).toEqual(['cMKT', 'dMKV']);
    expect(problems.leftOut).toEqual([
      { name: 'a', reason: "character '1' is not an amino acid code" },
      { name: 'b', reason: 'has no residues' },
      { name: 'e', reason: 'has 1001 residues, the limit is 1000' },
    ]);
    expect(problems.warnings).toEqual([{ of: 'c', line: 4, warning: '2 gap characters were removed' }]);
  });
});

describe('refusing', () => {
  it.each([
    ['>a\nMK1', "line 2: character '1' is not an amino acid code"],
    ['>a\n 1 MKV KVL 6', "line 2: character '1' is not an amino acid code; remove the numbers of positions"],
    ['>a\nMKV>b\nMKV', "line 2: character '>' is not an amino acid code; a header begins a new line"],
    ['>a\nMK?', "line 2: character '?' is not an amino acid code; write X or N for an unknown residue"],
    ['>a\nMK\n//', "line 3: character '/' is not an amino acid code; remove the '//' of other formats"],
    ['>a\nM\u0410K', "line 2: character '\u0410' (U+0410) is not an amino acid code"],
    ['>a\nM\u200BK', "line 2: character 'U+200B' is not an amino acid code"],
    ['>a\nMK\u0007', "line 2: character 'U+0007' is not an amino acid code"],
    ['>a\nMK😀V', "line 2: character '😀' (U+1F600) is not an amino acid code"],
    ['>a\nMßK', "line 2: character 'ß' (U+00DF) is not an amino acid code"],
    ['>a\nMſK', "line 2: character 'ſ' (U+017F) is not an amino acid code"],
    [`>${'a'.repeat(501)}\nMK`, "line 1: the record's name has 501 characters, the limit is 500"],
    ['>a\nMet-Ala-Cys', "line 2: 'Met-Ala-Cys' looks like three-letter codes; send one-letter codes"],
    [
      '>P1;5fd1\nFERREDOXIN\nAFVV*',
      "line 1: 'P1;5fd1' begins a record of PIR, whose second line is no sequence; send FASTA",
    ],
    [
      '# STOCKHOLM 1.0\na MK',
      "line 1: a FASTA record starts with '>', found '#'; it looks like an alignment: give it the kind msa and the format STOCKHOLM",
    ],
    ['>a\nM.K', "line 2: gap character '.' is not allowed; send the unaligned sequence"],
    ['MKV', "line 1: a FASTA record starts with '>', found 'M'"],
    ['MKVLWAALLV', "line 1: a FASTA record starts with '>', found 'M'; put a line such as '>name' before the sequence"],
    [
      '<pre>\n>a\nMKV',
      "line 1: a FASTA record starts with '>', found '<'; it looks like a web page: convert it to FASTA",
    ],
    ['>a\n>b\nM', "line 1: record 'a' has no residues"],
    ['>a', "line 1: record 'a' has no residues"],
    ['>a\n*', "line 1: record 'a' has no residues"],
    ['', 'the content is empty'],
  ])('%j', (text, message) => {
    expect(messages(text)).toEqual([message]);
  });

  it('reports every broken line, up to a limit', () => {
    expect(messages('>a\nM1\n>b\nM2')).toHaveLength(2);
    const many = parseFasta(`>a\n${'1\n'.repeat(40)}`, 'protein', limits).problems.at('x');
    expect(many).toHaveLength(11);
    expect(many.at(-1)).toEqual({ path: 'x', message: 'and 30 more problems of this kind' });
  });

  it('knows the nucleotide codes', () => {
    expect(messages('>a\nACGTUNRYSWKMBDHV', 'dna')).toEqual([]);
    expect(messages('>a\nACG*T', 'dna')).toEqual(["line 2: character '*' is not a nucleotide code"]);
    expect(messages('>a\nACGX', 'dna')).toEqual(["line 2: character 'X' is not a nucleotide code"]);
  });

  it('refuses a header in a bare sequence', () => {
    expect(parseBareSequence('>a\nM', 'protein', limits).problems.messages[0]).toContain('use the format FASTA');
    expect(parseBareSequence(' ', 'protein', limits).problems.messages).toEqual(['the content is empty']);
    expect(parseBareSequence('MK 10', 'protein', limits).problems.messages).toEqual([
      "line 1: character '1' is not an amino acid code; remove the numbers of positions",
    ]);
  });
});

it('reads control characters of a header as spaces, with a warning unless NCBI writes them', () => {
  const { records, problems } = parseFasta('>a\u001b[31m red\nMKV\n>b one\u0001c two\nMKV\n', 'protein', limits);
  expect(records.map(({ name, description }) => [name, description])).toEqual([
    ['a', '[31m red'],
    ['b', 'one c two'],
  ]);
  expect(problems.warnings).toEqual([
    { of: 'a', line: 1, warning: "the control character 'U+001B' of the header was read as a space" },
  ]);
});
