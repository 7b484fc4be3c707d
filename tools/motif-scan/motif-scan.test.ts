import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { type Pattern, parsePattern, takenBy } from './pattern.ts';
import { run } from './run.ts';
import { scannerOf } from './scan.ts';
import { contract, type hit } from './tool.ts';

const tool = { contract, check, run };
type Hit = Static<typeof hit>;

const fasta = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const patterns = (text: string, format = 'PROSITE') => ({
  id: 'in2',
  slotId: 'patterns',
  kind: 'pattern',
  format,
  text,
});
const glycosylation = 'N-{P}-[ST]-{P}';
const scan = async (text: string, pattern: string, settings = {}) =>
  (await checkAndRun(tool, [fasta(text), patterns(pattern)], settings)).values<Hit>('hits');

describe('known answers, as EMBOSS fuzzpro has them', () => {
  it.each([
    ['lysozyme', glycosylation, 0],
    ['gfp', glycosylation, 0],
    ['insulin', glycosylation, 0],
    ['ubiquitin', glycosylation, 0],
    ['globins45', glycosylation, 12],
    ['gfp', '[ST]-x-[RK]', 2],
  ])('%s has %s %d times', async (name, pattern, count) => {
    expect(await scan(readTestData(`${name}.fasta`), pattern)).toHaveLength(count);
  });
});

describe('syntax', () => {
  it.each<[string, string, string[]]>([
    ['A-x(2,4)-C', 'AWWCWWC', ['1 AWWC']],
    ['A-x(2,4)-C', 'AWWWCC', ['1 AWWWCC']],
    ['<M-K', 'MKMK', ['1 MK']],
    ['M-K>', 'MKMK', ['3 MK']],
    ['<M-K>', 'MKMK', []],
    ['[AC]-{W}(2)', 'AAWACC', ['4 ACC']],
    ['A(2)', 'AAAA', ['1 AA', '2 AA', '3 AA']],
    ['a-x.', 'AW', ['1 AW']],
    ['A-x(0,2)>', 'WAWW', ['2 AWW']],
    ['[<M]-K', 'KMK', ['1 K', '2 MK']],
    ['M-[K>]', 'MKM', ['1 MK', '3 M']],
    ['M-[K>](2)', 'MKKM', ['1 MKK', '4 M']],
    ['Ax(2)C', 'AWWC', ['1 AWWC']],
    ['N{P}[ST]{P}', 'NASA', ['1 NASA']],
    ['<{C}*>', 'MKV', ['1 MKV']],
    ['<{C}*>', 'MKC', []],
    ['A-C*-D', 'ACCCDAD', ['1 ACCCD', '6 AD']],
    ['B-Z-J', 'NQLDEIBZJ', ['1 NQL', '4 DEI', '7 BZJ']],
    ['N-{P}', 'NXNBNZNA', ['3 NB', '5 NZ', '7 NA']],
    ['A-x-C', 'AXC', ['1 AXC']],
    ['A-[DN]-C', 'ABCAXCAZC', ['1 ABC']],
    ['[DN]-x(0,1)>', 'DXX', []],
  ])('%s in %s', async (pattern, sequence, expected) => {
    const hits = await scan(`>s\n${sequence}`, pattern);
    expect(hits.map(({ start, match }) => `${start} ${match}`)).toEqual(expected);
  });

  it('finds no overlapping hits on request', async () => {
    const hits = await scan('>s\nAAAA', 'A(2)', { overlapping: false });
    expect(hits.map(({ start, end }) => [start, end])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('reads names, comments, and the entries of the PROSITE file', async () => {
    expect(await scan('>s\nNASA', `# motifs\n\n${glycosylation}\tN-glycosylation site\n`)).toEqual([
      { sequence: 's', pattern: 'N-glycosylation site', strand: '.', start: 1, end: 4, match: 'NASA', unknown: 0 },
    ]);
    const entry = 'ID   ASN_GLYCOSYLATION; PATTERN.\nAC   PS00001;\nPA   N-{P}-\nPA   [ST]-{P}.\nCC   x\n//\n';
    expect(await scan('>s\nNASA', entry)).toMatchObject([{ pattern: 'ASN_GLYCOSYLATION', match: 'NASA' }]);
  });
});

it('tells patterns of one name apart, with a warning', async () => {
  const done = await checkAndRun(tool, [fasta('>a\nMKA\n'), patterns('M site\nK site\n', 'PROSITE')]);
  expect(done.values<Hit>('hits').map(({ pattern }) => pattern)).toEqual(['site', 'site_2']);
  expect(done.values('warnings')).toMatchObject([{ of: 'site_2', line: 2 }]);
});

describe('patterns with white space', () => {
  it.each([
    ['N - {P} - [ST] - {P}', ['N-{P}-[ST]-{P} 1']],
    ['N -{P}- [ST](1) -{P} my name', ['my name 1']],
    ['N-A - deamidation', ['- deamidation 1']],
    ['N - A\tthe name', ['the name 1']],
  ])('%j', async (pattern, expected) => {
    const hits = await scan('>s\nNASA', pattern);
    expect(hits.map(({ pattern: name, start }) => `${name} ${start}`)).toEqual(expected);
  });

  it.each([
    [
      'N {P} [ST] {P}',
      "line 1: after the pattern 'N' comes '{P} [ST] {P}', which is not a name; write patterns without spaces",
    ],
    ['Ser-Gly', "line 1: the pattern 'Ser-Gly' has three-letter codes such as 'Ser'; write one-letter codes"],
  ])('%j is refused', (pattern, message) => {
    const [problem] = checkRequest(contract, check, [fasta('>s\nNASA'), patterns(pattern)], {}).verdict.problems;
    expect(problem!.message).toBe(message);
  });
});

const readCase = (file: string) => readTestData(`cases/sequence/${file}`);

describe('cases', () => {
  it('case M03: [G>] is G or the end, as in PS00539', async () => {
    const hits = await scan(readCase('m03_bracket_end.fasta'), readCase('m03_bracket_end.pattern'));
    expect(hits.map(({ sequence, start, end }) => [sequence, start, end])).toEqual([
      ['end', 4, 8],
      ['gly', 4, 9],
    ]);
  });

  it.each([
    [readCase('m08_regex_user.pattern').trim(), 'write N-{P}-[ST]-{P}'],
    ['^M.{2,4}K$', 'write <M-x(2,4)-K>'],
    ['N[^P][ST][^P]', '[^P] is {P}'],
    ['A|C', 'it looks like a regular expression'],
    ['RGD.?K', 'it looks like a regular expression'],
  ])('case M08: %s is a regular expression', (pattern, expected) => {
    const inputs = [fasta(readCase('m06_nglyc.fasta')), patterns(pattern)];
    const [problem] = checkRequest(contract, check, inputs, {}).verdict.problems;
    expect(problem!.message).toContain(expected);
  });

  it('case M06: {P} needs a residue', async () => {
    const hits = await scan(readCase('m06_nglyc.fasta'), glycosylation);
    expect(hits.map(({ sequence, start }) => `${sequence} ${start}`)).toEqual([
      'one_more 3',
      'double 1',
      'double 2',
      'double 5',
    ]);
    expect(hits.map(({ sequence }) => sequence)).not.toContain('atend');
  });
});

describe('nucleotides', () => {
  const dna = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'dna', format: 'FASTA', text });

  // EMBOSS fuzznuc 6.6 with -complement: TATAWAW in ACTATATAAGGCTTTTATAGC.
  it('searches both strands, with IUPAC codes', async () => {
    const done = await checkAndRun(tool, [dna('>s\nACTATATAAGGCTTTTATAGC'), patterns('TATAWAW box')]);
    const found = done.values<Hit>('hits').map(({ strand, start, end, match }) => `${strand}${start}-${end} ${match}`);
    expect(found).toEqual(['+3-9 TATATAA', '-13-19 TATAAAA']);
    const forward = await checkAndRun(tool, [dna('>s\nACTATATAAGGCTTTTATAGC'), patterns('TATAWAW')], {
      strands: 'forward',
    });
    expect(forward.values<Hit>('hits').every(({ strand }) => strand === '+')).toBe(true);
  });

  it('an ambiguity code of the sequence matches when all its residues match', async () => {
    const done = await checkAndRun(tool, [dna('>s\nARCANCAUC'), patterns('A-[AG]-C\nA-T-C\nA-x-C')], {
      strands: 'forward',
    });
    expect(done.values<Hit>('hits').map(({ pattern, start, unknown }) => [pattern, start, unknown])).toEqual([
      ['A-[AG]-C', 1, 1],
      ['A-T-C', 7, 0],
      ['A-x-C', 1, 1],
      ['A-x-C', 4, 1],
      ['A-x-C', 7, 0],
    ]);
    expect(done.values('warnings')).toHaveLength(1);
  });
});

it('hits as GFF3', async () => {
  const done = await checkAndRun(tool, [fasta('>s one\nNASA'), patterns(`${glycosylation} a;b`)]);
  expect(done.files[1]!.text).toBe(
    '##gff-version 3\n##sequence-region s 1 4\ns\trotamer\tpolypeptide_motif\t1\t4\t.\t.\t.\tID=hit1;Name=a%3Bb;match=NASA\n',
  );
});

describe('outputs', () => {
  it('writes a table without rows when nothing is found', async () => {
    const done = await checkAndRun(tool, [fasta('>s\nMKV'), patterns(glycosylation)]);
    expect(done.items).toEqual([]);
    expect(done.files.map(({ text }) => text)).toEqual([
      'sequence\tpattern\tstrand\tstart\tend\tmatch\tunknown\n',
      '##gff-version 3\n##sequence-region s 1 3\n',
    ]);
    expect(done.reports).toEqual([{ done: 1, total: 1 }]);
  });

  it('names the sequence and pattern of a hit, and keeps finished hits when it is stopped', async () => {
    const stop = new AbortController();
    const inputs = [fasta('>s\nNASA\n>t\nNASA'), patterns(glycosylation)];
    const done = await checkAndRun(tool, inputs, {}, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(done.items.map(({ place }) => place.sourceInputIds)).toEqual([['in1', 'in2']]);
    expect(done.files).toHaveLength(2);
  });
});

describe('refusals', () => {
  const problems = (text: string, sequence = '>s\nMKV') =>
    checkRequest(contract, check, [fasta(sequence), patterns(text)], {}).verdict.problems;

  it.each([
    ['nothing', '', 'the content is empty'],
    [
      'a regular expression',
      '(A+)+$',
      "line 1: pattern '(A+)+$' has the element '(A+)+$', which is not PROSITE syntax; it looks like a regular expression: " +
        'in PROSITE syntax [^P] is {P}, . is x, {2,4} is (2,4), ^ and $ are < and >',
    ],
    ['an empty element', 'A--C', "line 1: pattern 'A--C' has an empty element"],
    [
      'a range that runs backwards',
      'A\nx(3,1)-A',
      "line 2: pattern 'x(3,1)-A' has the element 'x(3,1)', which repeats 3 to 1 times",
    ],
    ['a pattern that is too long', 'x(301)', "line 1: pattern 'x(301)' spans up to 301 residues, the limit is 300"],
    ['what matches nothing', 'x(0,2)', "line 1: pattern 'x(0,2)' matches nothing at all"],
    ['an end within', 'A-[G>]-C', "line 1: pattern 'A-[G>]-C' has '>' in '[G>]', which is not its last element"],
    ['only an end', 'A-[>]', "line 1: pattern 'A-[>]' has the element '[>]', which has no residue"],
    ['a hyphen behind', 'A-C-', "line 1: pattern 'A-C-' has an empty element"],
    ['too many', 'A\n'.repeat(51), 'line 51: more than 50 patterns'],
    ['an entry without end', 'ID   A; PATTERN.\nPA   A-C\n//', 'line 2: the pattern does not end with a full stop'],
  ])('%s', (_, text, message) => {
    expect(problems(text)).toEqual([{ path: 'input.inputs[1].content', message }]);
  });

  it.each([
    ['empty', '', 'the content is empty'],
    ['wrong alphabet', '>a\nMK7', "line 2: character '7' is not an amino acid code"],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
  ])('sequences: %s', (_, text, message) => {
    expect(problems('A', text)).toEqual([{ path: 'input.inputs[0].content', message }]);
  });

  it('too much work', () => {
    const long = `>s\n${'MKVWA'.repeat(7000)}`;
    expect(problems('A-x(0,150)-C-x(0,140)-D', long)).toEqual([
      { path: 'input.inputs', message: expect.stringMatching(/^these patterns may take \d+ steps on 35000 residues/) },
    ]);
    expect(problems('A-x(0,20)-C', long)).toEqual([]);
  });
});

it('finds the same as a full backtracking search', () => {
  const element = fc.oneof(
    fc.constantFrom('A', 'C', 'x', '[AC]', '{A}'),
    fc
      .tuple(fc.constantFrom('A', 'x', '{C}'), fc.nat(2), fc.nat(2))
      .map(([one, min, more]) => `${one}(${min},${min + more})`),
  );
  const pattern = fc
    .tuple(fc.constantFrom('', '<'), fc.array(element, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '>'))
    .map(([start, elements, end]) => parsePattern(`${start}${elements.join('-')}${end}`))
    .filter((parsed): parsed is Pattern => typeof parsed !== 'string');
  fc.assert(
    fc.property(pattern, fc.stringMatching(/^[ACD]{1,10}$/), (parsed, sequence) => {
      expect([...scannerOf(parsed, 'protein')(sequence, true)]).toEqual(allMatches(parsed, sequence));
    }),
  );
});

function allMatches({ elements, atStart, atEnd }: Pattern, sequence: string) {
  const ends = (at: number, rest: Pattern['elements']): number[] => {
    const [element, ...others] = rest;
    if (!element) return [at];
    const found: number[] = [];
    for (let n = 0; n <= element.max; n++) {
      if (n >= element.min) found.push(...ends(at + n, others));
      if (!takenBy(element, 'protein')[sequence.charCodeAt(at + n)]) break;
    }
    return found;
  };
  return [...sequence].flatMap((_, start) => {
    if (atStart && start > 0) return [];
    const end = Math.max(-1, ...ends(start, elements).filter((end) => !atEnd || end === sequence.length));
    return end > start ? [{ start, end }] : [];
  });
}
