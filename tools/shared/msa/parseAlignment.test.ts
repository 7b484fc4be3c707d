import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlignmentFormat, parseAlignment } from './parseAlignment.ts';

const limits = { maxRecords: 100, maxColumns: 1000 };
const parse = (text: string, format: AlignmentFormat) => parseAlignment(text, format, limits);
const rows = [
  { name: 'a', row: 'MK-VA' },
  { name: 'b', row: 'MKW-A' },
];

describe('reading', () => {
  it.each<[AlignmentFormat, string]>([
    ['AFA', '\uFEFF>a first\r\nmk-\r\nVA\r\n\r\n>b\nMKW.A\n'],
    ['STOCKHOLM', '# STOCKHOLM 1.0\n#=GF ID x\n\na  MK.\nb MKW\n#=GC RF xxx\n\na VA\nb -A\n#=GC RF xx\n//\n\n'],
    [
      'CLUSTAL',
      'CLUSTAL W (1.83) multiple sequence alignment\n\n\na   MK- 2\nb   MKW 3\n    **  \n\na VA 4\nb -A\n   *\n',
    ],
  ])('%s', (format, text) => {
    const { records, problems } = parse(text, format);
    expect(problems.messages).toEqual([]);
    expect(records).toMatchObject(rows);
  });

  it('keeps the description and the line of a row', () => {
    expect(parse('\n>a first one\nMK\n>b\nMK', 'AFA').records[0]).toMatchObject({ description: 'first one', line: 2 });
  });
});

describe('refusals', () => {
  it.each<[string, AlignmentFormat, string, string]>([
    ['empty', 'AFA', ' \n', 'the content is empty'],
    ['junk', 'AFA', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    [
      'rows of different lengths',
      'AFA',
      '>a\nMKVAMKVAMKVAMKVA\n>b\nMKVAMKVA',
      'line 3: row 2 has 8 columns, row 1 has 16',
    ],
    ['a wrong character', 'AFA', '>a\nMK\n>b\nM1', "line 4: character '1' is neither a residue nor a gap ('-' or '.')"],
    ['a row of gaps', 'AFA', '>a\nMK\n>b\n--', "line 3: row 'b' has no residues"],
    ['an empty row', 'AFA', '>a\nMK\n>b\n', 'line 3: row 2 has 0 columns, row 1 has 2'],
    ['too many columns', 'AFA', `>a\n${'M'.repeat(1001)}`, 'line 1: row 1 has 1001 columns, the limit is 1000'],
    [
      'too many rows',
      'AFA',
      Array.from({ length: 101 }, (_, i) => `>${i}\nM\n`).join(''),
      'line 201: more than 100 rows',
    ],
    ['no header', 'STOCKHOLM', 'a MK', "line 1: a Stockholm file starts with '# STOCKHOLM 1.0', found 'a MK'"],
    ['a name without columns', 'STOCKHOLM', '# STOCKHOLM 1.0\nabc', "line 2: row 'abc' has no columns in this line"],
    [
      'a second alignment',
      'STOCKHOLM',
      '# STOCKHOLM 1.0\na M\n//\n# STOCKHOLM 1.0',
      "line 4: there is more after the '//' that ends the alignment; send one alignment",
    ],
    ['no header', 'CLUSTAL', '>a\nMK', "line 1: a Clustal file starts with the word CLUSTAL, found '>a'"],
    [
      'text below a block',
      'CLUSTAL',
      'CLUSTAL\n\na MK\n  hello',
      "line 4: expected a name, or marks of conservation ('*', ':', '.')",
    ],
  ])('%s in %s', (_, format, text, message) => {
    expect(parse(text, format).problems.messages).toEqual([message]);
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '>',
      'a',
      ' ',
      '\n',
      '\t',
      'MK',
      '-',
      '.',
      '*',
      '#',
      '//',
      '# STOCKHOLM 1.0\n',
      'CLUSTAL\n',
      '1',
      'ß',
    );
    const format = fc.constantFrom<AlignmentFormat>('AFA', 'STOCKHOLM', 'CLUSTAL');
    fc.assert(
      fc.property(fc.array(piece), format, (pieces, format) => {
        const { records, problems } = parse(pieces.join(''), format);
        if (problems.messages.length === 0) expect(new Set(records.map(({ row }) => row.length)).size).toBe(1);
      }),
    );
  });
});

it.each(['AFA', 'CLUSTAL', 'STOCKHOLM', 'PHYLIP'] as const)('refuses a control character in a name of %s', (format) => {
  const body = 'a\u0007b MKTAY\nc MKTAY\n';
  const text = {
    AFA: '>a\u0007b\nMKTAY\n>c\nMKTAY\n',
    CLUSTAL: `CLUSTAL W\n\n${body}`,
    STOCKHOLM: `# STOCKHOLM 1.0\n${body}//\n`,
    PHYLIP: `2 5\n${body}`,
  }[format];
  expect(parse(text, format).problems.messages).toContainEqual(
    expect.stringMatching(/^line \d: the row's name has the control character 'U\+0007'; remove it$/),
  );
});
