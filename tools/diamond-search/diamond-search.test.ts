import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { maskingSign } from './masking.ts';
import { contract } from './tool.ts';

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
