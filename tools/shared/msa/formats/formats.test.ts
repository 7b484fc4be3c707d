import { describe, expect, it } from 'vitest';
import { readTestData } from '../../../testdata/read.ts';
import { type AlignmentFormat, parseAlignment } from '../parseAlignment.ts';

const limits = { maxRecords: 100, maxColumns: 1000 };
const read = (format: AlignmentFormat, text: string) => {
  const { records, problems } = parseAlignment(text, format, limits);
  return { rows: records.map(({ name, row }) => `${name} ${row}`), records, problems };
};
const rowsOf = (format: AlignmentFormat, text: string) => {
  const { rows, problems } = read(format, text);
  expect(problems.messages).toEqual([]);
  return rows;
};
const problemOf = (format: AlignmentFormat, text: string) => read(format, text).problems.messages;
const caseFile = (name: string) => readTestData(`cases/sequence/${name}`);

describe('PHYLIP', () => {
  const expected = ['HBA MV-LSPADKTNVKAAWGKV', 'HBB MVHLTPEEKSAVTALWGKV', 'MYG MG-LSDGEWQLVLNVWGKV'];

  it('case X09', () => {
    expect(rowsOf('PHYLIP', caseFile('x09_phylip.phy'))).toEqual(expected);
  });

  it.each([
    ['relaxed', '2 6\nalpha MKV-AW\nbeta_subunit MK--AW\n', ['alpha MKV-AW', 'beta_subunit MK--AW']],
    ['strict without a space', '2 6\nTurkey____MKV-AW\nSalmo sal.MK--AW\n', ['Turkey____ MKV-AW', 'Salmo sal. MK--AW']],
    ['strict with a space in a name', '2 4\nH. sapiensACGT\nP. trogl  ACG-\n', ['H. sapiens ACGT', 'P. trogl ACG-']],
    ['interleaved', '2 8 I\na MKVA\nb M-VA\n\nWWYY\nWW-Y\n', ['a MKVAWWYY', 'b M-VAWW-Y']],
    ['sequential', '2 8\na MKVA\nWWYY\nb M-VA\nWW-Y\n', ['a MKVAWWYY', 'b M-VAWW-Y']],
    ['a name on its own line', '2 8\na\nMKVA\nWWYY\nb\nM-VA\nWW-Y\n', ['a MKVAWWYY', 'b M-VAWW-Y']],
    [
      'names with spaces, as PAML',
      '2 4\nHomo sapiens isolate  ACGT\nPan  ACG?\n',
      ['Homo sapiens isolate ACGT', 'Pan ACGN'],
    ],
    ['spaces in rows', ' 2 8\na MKVA WWYY\nb M-VA WW-Y\n', ['a MKVAWWYY', 'b M-VAWW-Y']],
    ['names that repeat', '2 3\nHomo MKV\nHomo MKW\n', ['Homo MKV', 'Homo MKW']],
  ])('%s', (_, text, rows) => {
    expect(rowsOf('PHYLIP', text)).toEqual(rows);
  });

  it.each([
    ['2 6\na MKV\nb MKVAAW\n', "line 2: row 1, 'a', has 3 columns, the first line says 6"],
    ['3 3\na MKV\nb MKV\n', 'there are 2 rows, the first line says 3'],
    ['2 3\na MKV\nb MKV\nc MKV\n', 'line 4: there is more after the 2 rows of 3 columns'],
    ['2 4\na ACGT\nb ..G.\n', "line 3: '.' is a gap to some programs, to others not; write '-'"],
    ['>a\nMK', "line 1: PHYLIP starts with the numbers of rows and columns, found '>a'"],
    ['101 3\na MKV\n', 'line 1: 101 rows, the limit is 100'],
  ])('refuses %j', (text, message) => {
    expect(problemOf('PHYLIP', text)[0]).toBe(message);
  });
});

describe('NEXUS', () => {
  const nexus = (format: string, matrix: string, size = 'ntax=2 nchar=8') =>
    `#NEXUS\n[a comment; with 'marks']\nBEGIN DATA;\n  DIMENSIONS ${size};\n  FORMAT ${format};\n  MATRIX\n${matrix}\n;\nEND;\n`;

  it('case X12', () => {
    expect(rowsOf('NEXUS', caseFile('x12_nexus.nex'))).toEqual(['a ACDEFGHIK', 'b ACDEFGHIK', 'c ACDEFGHIR']);
  });

  it.each([
    ['sequential', 'datatype=protein', 'a MKVA\n WWYY\nb M-VA\n WW-Y', ['a MKVAWWYY', 'b M-VAWW-Y']],
    [
      'interleaved',
      'datatype=protein interleave=yes',
      'a MKVA\nb M-VA\n\na WWYY\nb WW-Y',
      ['a MKVAWWYY', 'b M-VAWW-Y'],
    ],
    [
      'interleaved without empty lines',
      'datatype=DNA interleave',
      'a ACGT\nb A-GT\na TTTT\nb TT-T',
      ['a ACGTTTTT', 'b A-GTTT-T'],
    ],
    ['matchchar', 'datatype=dna matchchar=.', 'a ACGTACGT\nb ...-...A', ['a ACGTACGT', 'b ACG-ACGA']],
    ['other marks', 'datatype=dna missing=N gap=~', 'a ACGTANNT\nb ACG~ACGA', ['a ACGTANNT', 'b ACG-ACGA']],
    ['missing', 'datatype=protein missing=?', 'a ACGTW??T\nb ACG-ACGA', ['a ACGTWXXT', 'b ACG-ACGA']],
    [
      'quoted names',
      'datatype=dna',
      "'it''s one; [x]' ACGTACGT\n'b c' ACGTACGT",
      ["it's one; [x] ACGTACGT", 'b c ACGTACGT'],
    ],
    ['comments in rows', 'datatype=dna', 'a ACGT[4]ACGT [8]\nb ACGTACGT', ['a ACGTACGT', 'b ACGTACGT']],
    ['several states', 'datatype=dna', 'a {AG}CGT(CT)CGT\nb ACGTACGT', ['a RCGTYCGT', 'b ACGTACGT']],
    ['an apostrophe in a name', 'datatype=dna', "5'UTR ACGTACGT\nb' ACGTACGT", ["5'UTR ACGTACGT", "b' ACGTACGT"]],
  ])('%s', (_, format, matrix, rows) => {
    expect(rowsOf('NEXUS', nexus(format, matrix))).toEqual(rows);
  });

  it('takes NTAX from the block TAXA, and skips other blocks', () => {
    const text =
      "#nexus\nbegin taxa; dimensions ntax=2; taxlabels a 'b c'; end;\nbegin characters; dimensions nchar=4; format datatype=dna;\n" +
      "matrix a ACGT 'b c' ACG-; end;\nbegin trees; tree t=(a,'b c'); end;\n";
    expect(problemOf('NEXUS', text).at(-1)).toBe(
      "line 4: row 'a' has more than 4 columns; FORMAT must say when rows are interleaved",
    );
    expect(rowsOf('NEXUS', text.replace("ACGT 'b", "ACGT\n'b"))).toEqual(['a ACGT', 'b c ACG-']);
  });

  // The texts are too long for titles: with them, the outputs of a run had 20 MB.
  it.each(
    [
      [nexus('datatype=standard', 'a 01010101\nb 01010101'), /^line 5: the datatype 'standard' is not read/],
      [nexus('datatype=dna equate="x=N"', 'a ACGTACGT\nb ACGTACGT'), /'equate' is not read/],
      [nexus('datatype=dna;\neliminate 2', 'a ACGTACGT\nb ACGTACGT'), /^line 6: ELIMINATE is not read/],
      [nexus('datatype=dna', 'a ACGT\nb ACGTACGT'), /more than 8 columns|has 4 columns/],
      [nexus('datatype=dna', 'a ACGTACGT\na ACGTACGT'), /^line 8: the name 'a' is already used on line 7$/],
      [
        nexus('datatype=dna interleave', 'a ACGTACGT\na ACGTACGT'),
        /^line 8: the name 'a' is already used on line 7 of this block$/,
      ],
      [
        nexus('datatype=dna interleave', 'a ACGT\nb ACGT\n\na ACGT\nc ACGT'),
        /^line 11: the row 'c' is not in the first block$/,
      ],
      [nexus('datatype=dna', 'a ACGTACGT\nb ACGTACGT', 'ntax=3 nchar=8'), /has 2 rows, NTAX is 3$/],
      [nexus('datatype=dna', 'a ACGTACG.\nb ACGTACGT'), /'\.' has no meaning here/],
      [nexus('datatype=dna matchchar=.', 'a ACGTACG.\nb ACGTACGT'), /'\.' in the first row/],
      ['#NEXUS\nbegin data; [open', /^line 2: the comment that begins with '\[' has no end$/],
      [`#NEXUS\nbegin data; ${';'.repeat(1_000_001)}`, /^line 2: more than 1000000 commands$/],
      [
        `#NEXUS\nbegin data; dimensions '${'a'.repeat(10_000_000)}' nchar=1;\nmatrix '${'a'.repeat(10_000_000)}' A;\nend;`,
        /^line 3: the row's name has \d+ characters, the limit is 500$/,
      ],
      [
        `${nexus('datatype=dna', 'a ACGTACGT\nb ACGTACGT')}${nexus('datatype=dna', 'a A\nb C').slice(6)}`,
        /a second block/,
      ],
    ].map(([text, message]) => ({ text: text as string, message: message as RegExp })),
  )('refuses with $message', ({ text, message }) => {
    expect(problemOf('NEXUS', text)[0]).toMatch(message);
  });
});

describe('A3M', () => {
  it('case X08: insertions become columns, as reformat.pl of HH-suite writes them', () => {
    expect(rowsOf('A3M', caseFile('x08_a2m.afa'))).toEqual(
      ['a MVLSPaaDKTN'.toUpperCase(), 'b MVHLT--DKTN', 'c MGLS-G-DGEW'].map((row) => row.replace('A MV', 'a MV')),
    );
    expect(problemOf('AFA', caseFile('x08_a2m.afa')).join()).toContain('give them the format A3M');
  });

  it.each([
    ['insertions at the ends', '>a\naMKVcc\n>b\nMK-\n', ['a AMKVCC', 'b -MK---']],
    ['A2M with its dots', '>a\nMK.aV\n>b\nMKg.V\n', ['a MK-AV', 'b MKG-V']],
    ['annotation of HH-suite', '#A3M#\n>ss_pred\nCCHH\n>ss_conf\n9988\n>a\nMKVA\n>b\nMKwVA\n', ['a MK-VA', 'b MKWVA']],
  ])('%s', (_, text, rows) => {
    expect(rowsOf('A3M', text)).toEqual(rows);
  });

  it('reports rows of annotation as left out', () => {
    expect(read('A3M', '>ss_pred\nCCHH\n>a\nMKVA\n').problems.leftOut).toEqual([
      { name: 'ss_pred', reason: 'is an annotation of HH-suite, not a sequence' },
    ]);
  });

  it('refuses rows of only lower case, unless they are of one length', () => {
    expect(problemOf('A3M', '>a\nmkv\n>b\nmkkv\n')[0]).toMatch(/^all letters are in lower case, so all are insertions/);
    expect(rowsOf('A3M', '>a\nmkv\n>b\nmrv\n')).toEqual(['a MKV', 'b MRV']);
  });

  it('refuses rows with other numbers of columns, and too many insertions', () => {
    expect(problemOf('A3M', '>a\nMKV\n>b\nMKyW\n>c\nMK\n')).toEqual([
      'line 5: row 3 has 2 columns besides insertions, row 1 has 3',
    ]);
    expect(problemOf('A3M', `>a\nMKV\n>b\nM${'k'.repeat(1000)}VA\n`)).toEqual([
      'with all insertions the rows have 1003 columns, the limit is 1000',
    ]);
  });
});

describe('names and marks of formats in blocks', () => {
  it('case X14: refuses a name that occurs twice in a block of Stockholm', () => {
    expect(problemOf('STOCKHOLM', caseFile('x14_sto_dup.sto'))).toEqual([
      "line 4: the name 'Homo' is already used on line 3 of this block; give each row a name of its own",
    ]);
  });

  it('case X15: refuses a #=GC line that is shorter than the rows', () => {
    expect(problemOf('STOCKHOLM', caseFile('x15_sto_gc_short.sto'))).toEqual([
      "line 5: '#=GC RF' has 5 columns, the rows have 10",
    ]);
  });

  it('case X16: refuses a name that occurs twice in a block of Clustal', () => {
    expect(problemOf('CLUSTAL', caseFile('x16_clustal_dup_blocks.aln'))).toEqual([
      "line 4: the name 'Homo' is already used on line 3 of this block; give each row a name of its own",
    ]);
  });

  it('case Q03: never joins two rows of the same name', () => {
    expect(problemOf('STOCKHOLM', caseFile('q03_phmmer_hits.sto'))[0]).toMatch(
      /^line 8: the name 'Homo\/1-60' is already/,
    );
  });

  const sto = (body: string) => `# STOCKHOLM 1.0\n${body}\n//\n`;

  it.each<[AlignmentFormat, string, RegExp]>([
    ['STOCKHOLM', sto('a MK\n#=GR a SS HHH\nb MK'), /^line 3: '#=GR a SS' has 3 columns, the rows have 2$/],
    ['STOCKHOLM', sto('a MK\n#=GR x SS HH\nb MK'), /^line 3: there is no row 'x' for '#=GR'$/],
    ['STOCKHOLM', sto('a MK\nb MK\n\na VA\nc VA'), /^line 6: the row 'c' is not in the first block$/],
    ['STOCKHOLM', sto('Homo sapiens MK\nHomo erectus MK'), /^line 2: expected a name without spaces/],
    ['CLUSTAL', 'CLUSTAL W\n\na MK\nb MK\n\na VA\na VA\n', /^line 7: the name 'a' is already used on line 6/],
    ['CLUSTAL', 'CLUSTAL W\n\na MK\nb MK\n\nb VA\nc VA\n', /^line 7: the row 'c' is not in the first block$/],
    ['CLUSTAL', 'CLUSTAL W\n\nHomo s MK\nHomo e MK\n', /^line 3: expected a name without spaces/],
  ])('%s: %j', (format, text, message) => {
    expect(problemOf(format, text)[0]).toMatch(message);
  });

  it.each<[AlignmentFormat, string]>([
    ['STOCKHOLM', sto('a AC-U\n\nb ACGU\n')],
    ['CLUSTAL', 'CLUSTAL W\n\na AC-U\n\nb ACGU\n'],
  ])('%s: reads rows that empty lines separate (mmagnus/rna-tools #66)', (format, text) => {
    expect(rowsOf(format, text)).toEqual(['a AC-U', 'b ACGU']);
  });

  it('joins the lines of a description of Stockholm', () => {
    const { records } = read('STOCKHOLM', sto('#=GS a DE the first\n#=GS a DE of two\na MK\nb MK'));
    expect(records[0]!.description).toBe('the first of two');
  });

  it('keeps the description of a row of Stockholm, and reports a file without its end', () => {
    const { records, problems } = read(
      'STOCKHOLM',
      '# STOCKHOLM 1.0\n#=GS a DE the first\n#=GS x DE none\na MK\nb MK\n',
    );
    expect(records[0]).toMatchObject({ name: 'a', description: 'the first' });
    expect(problems.warnings.map(({ warning }) => warning)).toEqual([
      "the file ends without '//'; it may be cut",
      "there is no row 'x' for its '#=GS' line",
    ]);
  });
});

describe('unknown residues', () => {
  it('case T04: takes a stop mark as unknown, with a warning', () => {
    const { rows, problems } = read('AFA', caseFile('t04_star.afa'));
    expect(rows).toEqual(['a ACDEFX', 'b ACDEF-', 'c ACDEWX']);
    expect(problems.warnings).toEqual([
      { of: 'a', line: 2, warning: "a stop mark '*' was read as X" },
      { of: 'c', line: 6, warning: "a stop mark '*' was read as X" },
    ]);
  });

  it.each([
    ['>a\nACGT?\n>b\nACG~A\n', ['a ACGTN', 'b ACG-A']],
    ['>a\nMKV?\n>b\nM.VK\n', ['a MKVX', 'b M-VK']],
  ])('%j', (text, rows) => {
    expect(rowsOf('AFA', text)).toEqual(rows);
  });
});
