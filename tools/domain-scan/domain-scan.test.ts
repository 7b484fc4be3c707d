import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { domainsPicture } from '../shared/pictures/domains.ts';
import { check } from './check.ts';
import { clanFinder, readClans } from './clans.ts';
import { parseDomtblout } from './domains.ts';
import { resolveOverlaps } from './overlaps.ts';
import { clans, contract } from './tool.ts';

const profile =
  'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  2\nALPH  amino\nHMM          A\n      1   0.1\n      2   0.1\n//\n';
const proteins = (count: number) => Array.from({ length: count }, (_, i) => `>s${i}\nMKTAY\n`).join('');
const verdict = (profiles: string, settings = {}, clanLines?: string, count = 1) => {
  const inputs = [
    { id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', text: proteins(count) },
    { id: 'p', slotId: 'profiles', kind: 'hmm', format: 'HMM', text: profiles },
    ...(clanLines === undefined ? [] : [{ id: 'c', slotId: 'clans', kind: 'table', format: 'TSV', text: clanLines }]),
  ];
  return checkRequest(contract, check, inputs, settings).verdict;
};

describe('check', () => {
  it('accepts profiles, also two of one name', () => {
    expect(verdict(profile + profile)).toMatchObject({ problems: [], units: 1 });
  });

  it('counts pairs of sequence and profile', () => {
    expect(verdict(profile.repeat(201), {}, undefined, 500).units).toBe(2);
  });

  it('refuses cutoffs that a profile lacks', () => {
    const scored = profile.replace('NAME  x', 'NAME  y\nGA    20.0 20.0;');
    expect(verdict(scored, { cutoffs: 'ga' }).problems).toEqual([]);
    expect(verdict(scored + profile, { cutoffs: 'ga' }).problems).toEqual([
      {
        path: 'input.inputs[1].content',
        message: "line 10: the profile 'x' has no GA line, which cutoffs asks for; set cutoffs to none",
      },
    ]);
    expect(verdict(scored + profile).problems).toEqual([]);
  });

  it('refuses a table that is not one of clans', () => {
    expect(verdict(profile, {}, 'PF00041\tCL0159\tE-set\tfn3\nfn3 CL0159\n').problems).toEqual([
      { path: 'input.inputs[2].content', message: expect.stringMatching(/^line 2: expected an accession, a clan/) },
    ]);
  });
});

describe('clans', () => {
  const text =
    'PF00041\tCL0159\tE-set\tfn3\tFibronectin type III domain\nPF00003\t\\N\t\\N\t7tm_3\tGPCR\nmine\tC1\tours\tmine\n';
  const input = { id: 'c', slotId: 'clans', kind: 'table', format: 'TSV', text };
  const find = clanFinder(readClans([input], clans).records);

  it('are found by accession without its version, else by name', () => {
    expect(find({ name: 'other', accession: 'PF00041.13' })).toMatchObject({ clan: 'CL0159', clanName: 'E-set' });
    expect(find({ name: 'mine', accession: '' })).toMatchObject({ clan: 'C1' });
    expect(find({ name: 'fn3', accession: 'PF99999.1' })).toBeUndefined();
  });

  it('are empty where the table has none', () => {
    expect(find({ name: '7tm_3', accession: 'PF00003' })).toMatchObject({ clan: '' });
  });
});

describe('overlaps', () => {
  const domain = (profile: string, clan: string, start: number, end: number, evalue: number) => ({
    ...{ profile, clan, start, end, evalue },
  });
  const names = (domains: { profile: string }[]) => domains.map(({ profile }) => profile);

  /** The three examples of the tests of pfam_scan.py 1.0 (aziele/pfam_scan): domains of E0SP36. */
  const examples = [
    domain('AAA_22', 'CL0023', 63, 188, 7.1e-8),
    domain('AAA', 'CL0023', 65, 204, 5.9e-8),
    domain('Cdc6_C', 'CL0123', 312, 391, 1.1e-23),
  ];
  it('keeps the domain that pfam_scan.py keeps', () => {
    const better = domain('AAA_11', 'CL0023', 69, 210, 2.1e-10);
    expect(names(resolveOverlaps(examples).kept)).toEqual(['AAA', 'Cdc6_C']);
    expect(names(resolveOverlaps([...examples.slice(0, 2), better]).kept)).toEqual(['AAA_11']);
    expect(names(resolveOverlaps([...examples.slice(0, 2), { ...better, clan: '' }]).kept)).toEqual(['AAA', 'AAA_11']);
  });

  it('keeps a domain that only an overlapped domain reaches', () => {
    const { kept, overlapped } = resolveOverlaps([
      domain('left', 'C', 1, 60, 1e-5),
      domain('middle', 'C', 50, 120, 1e-9),
      domain('right', 'C', 110, 200, 1e-20),
    ]);
    expect([names(kept), names(overlapped)]).toEqual([['left', 'right'], ['middle']]);
  });

  it('does not depend on the order of the domains', () => {
    const all = [...examples, domain('b', 'X', 1, 9, 1e-3), domain('a', 'X', 9, 20, 1e-3)];
    expect(resolveOverlaps(all.toReversed())).toEqual(resolveOverlaps(all));
    expect(names(resolveOverlaps(all).kept)).toEqual(['b', 'AAA', 'Cdc6_C']);
  });
});

it('knows a table that the program did not finish', () => {
  expect(parseDomtblout('# a\n# b\n# c\n#\n').complete).toBe(false);
});

it('draws a row for each profile and says what it leaves out', () => {
  const domain = {
    start: 5,
    end: 60,
    env_start: 2,
    env_end: 64,
    hmm_start: 1,
    hmm_end: 50,
    hmm_length: 60,
    evalue: 1e-9,
  };
  const many = Array.from({ length: 45 }, (_, i) => ({ ...domain, profile: `p${i}` }));
  const svg = domainsPicture('<q>', 100, many);
  expect(svg).toContain('Domains of &lt;q&gt;');
  expect(svg).toContain('5 more domains are not drawn');
});
