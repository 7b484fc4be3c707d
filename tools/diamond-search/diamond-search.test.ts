import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { maskingSign } from './masking.ts';
import { contract } from './tool.ts';
import { restoreXml } from './xml.ts';

const dna = `>g\n${'ACGT'.repeat(10)}`;
const protein = '>a\nMKTAYIAKQR';
const problems = (inputs: ReturnType<typeof searchInput>[], settings = {}) =>
  checkRequest(contract, check, inputs, settings).verdict.problems;

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it('queries of the other kind', () => {
    const database = searchInput('database', protein);
    expect(problems([searchInput('queries', dna, 'dna'), database])).toEqual([
      { path: 'input.inputs[0].kind', message: 'blastp takes queries of kind protein, not dna' },
    ]);
    expect(problems([searchInput('queries', dna, 'dna'), database], { program: 'blastx' })).toEqual([]);
    expect(problems([searchInput('queries', protein), database], { program: 'blastx' })).toHaveLength(1);
  });

  it('a database of DNA', () => {
    const inputs = [searchInput('queries', protein), searchInput('database', dna, 'dna')];
    expect(problems(inputs)).toMatchObject([{ path: 'input.inputs[1].kind' }]);
  });

  it('settings that blastp would ignore', () => {
    const inputs = [searchInput('queries', protein), searchInput('database', protein)];
    const settings = { query_gencode: 4, strand: 'plus', frameshift: 15 };
    expect(problems(inputs, settings).map(({ path }) => path)).toEqual(
      Object.keys(settings).map((name) => `settings.${name}`),
    );
    expect(problems(inputs, { program: 'blastx', query_gencode: 15 })[0]!.path).toBe('settings.query_gencode');
  });
});

it.each([
  [{ gap_open: 9 }, 'settings.gap_open', /^gap_open and gap_extend are set together/],
  [
    { gap_open: 3, gap_extend: 2 },
    'settings.gap_open',
    /^DIAMOND has no statistics for BLOSUM62 with gap costs 3,2; .* 11,2 /,
  ],
  [{ matrix: 'PAM30', gap_open: 11, gap_extend: 1 }, 'settings.gap_open', /for PAM30 .* 9,1 7,2/],
  [{ min_score: 50, evalue: 1 }, 'settings.evalue', /^min_score stands in place of evalue/],
  [{ top: 10, max_target_seqs: 5 }, 'settings.max_target_seqs', /^top stands in place of max_target_seqs/],
  [{ columns: ['qseq_translated'] }, 'settings.columns', /^qseq_translated is a column of blastx/],
  [{ columns: ['qseqid', 'staxids'] }, 'settings.columns[1]', /^'staxids' is not a column; choose from qseqid, /],
])('refuses %j', (settings, path, message) => {
  const inputs = [searchInput('queries', protein), searchInput('database', protein)];
  expect(problems(inputs, settings)).toEqual([{ path, message: expect.stringMatching(message) }]);
});

it('writes the users names and headers into XML', () => {
  const text =
    '<BlastOutput_db>/data/x.dmnd</BlastOutput_db>\n<Iteration_query-def>s000001</Iteration_query-def>\n<Hit_id>s000002</Hit_id>\n  <Hit_def></Hit_def>\n  <Hit_accession>s000002</Hit_accession>';
  const records = [
    { name: 'a<b', description: 'of & it' },
    { name: '$&', description: '' },
  ];
  expect(restoreXml(text, records, records, 'swissprot@1')).toBe(
    '<BlastOutput_db>swissprot@1</BlastOutput_db>\n<Iteration_query-def>a&lt;b of &amp; it</Iteration_query-def>\n<Hit_id>$&amp;</Hit_id>\n  <Hit_def></Hit_def>\n  <Hit_accession>$&amp;</Hit_accession>',
  );
});

describe('the sign of masking', () => {
  const place = { qstart: 1, qend: 4, sstart: 1, send: 4, gaps: 0, pident: 100 };
  it.each([
    ['MKTAYIAKQR', 'MKTAYIAKQR', {}, /go on alike$/],
    ['MKTAYIAKQR', 'MKTAWIAKQR', {}, undefined],
    ['MKTAYIAK', 'MKTAYIAK', {}, undefined],
    ['MKTAXXXXXX', 'MKTAXXXXXX', {}, undefined],
    ['WWWWWMKTA', 'WWWWWMKTA', { qstart: 6, qend: 9, sstart: 6, send: 9 }, /go on alike$/],
    ['MKTA', 'MKTA', { pident: 50 }, /^is identical to 100.0 %, not 50 %$/],
    ['MKUA', 'MKUA', { pident: 75 }, undefined],
    ['MKTA', 'MKTA', { pident: 50, gaps: 1 }, undefined],
  ])('of %s and %s with %j', (query, subject, more, sign) => {
    const found = maskingSign(query, subject, { ...place, ...more });
    if (sign) expect(found).toMatch(sign);
    else expect(found).toBeUndefined();
  });
});
