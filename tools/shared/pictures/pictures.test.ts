import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactMapPicture } from '../../contact-map/picture.ts';
import { readTestData } from '../../testdata/read.ts';
import { alignmentPicture } from './alignment.ts';
import { areaPicture } from './areaPicture.ts';
import { domainsPicture } from './domains.ts';
import { dotPlot } from './dotPlot.ts';
import { hitsPicture } from './hits.ts';
import { profile } from './profile.ts';
import { MAX_PICTURE_BYTES, shortened } from './svg.ts';
import { treePicture } from './tree.ts';

/** One picture of each kind, with `name` in every place for a user's text. */
const kinds: Record<string, (name: string) => string> = {
  profile: (name) =>
    profile({
      title: name,
      description: name,
      x: { title: 'x' },
      y: { title: 'y' },
      series: [{ label: 'a', values: [1, -2, null, 4], color: '#000000', style: 'area' }],
      rules: [{ at: 1, label: name }],
    }),
  'area of residues': (name) =>
    areaPicture(name, [
      { chain: 'A', seq: '5', area: 1 },
      { chain: name, seq: '1', area: 2 },
    ]),
  'dot plot': (name) =>
    dotPlot([{ name, values: [1, 2] }], { title: name, description: '', axis: { title: 'x' }, rowsAre: 'x' }),
  hits: (name) => hitsPicture(name, 50, [{ name, evalue: 1e-9, parts: [{ from: 2, to: 40, score: 70 }] }]),
  domains: (name) =>
    domainsPicture(name, 50, [
      {
        ...{ profile: name, start: 5, end: 40, env_start: 2, env_end: 44, evalue: 1e-9 },
        ...{ hmm_start: 2, hmm_end: 50, hmm_length: 60 },
      },
    ]),
  tree: (name) => treePicture(`('${name.replaceAll("'", "''")}':1,b:2,(c:1,d:1)0.9:1);`, { title: name, unit: 'x' }),
  alignment: (name) =>
    alignmentPicture(
      name,
      [
        { name, sequence: 'MK-V' },
        { name: 'b', sequence: 'MKLV' },
      ],
      true,
    ),
};

/** Returns elements with the names of their attributes. */
const skeletonOf = (svg: string) =>
  [...svg.matchAll(/<([a-z]+)((?: [\w-]+="[^"<>]*")*)(\/?)>/g)].map(
    ([, element, attributes, end]) => `${element}${attributes!.replace(/"[^"]*"/g, '')}${end}`,
  );

const evil = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom(
    '</text><script>alert(1)</script>',
    '" onload="alert(1)',
    ']]>',
    '&lt;',
    '&#0;',
    '\u0000\u202e\uffff\ud800',
    '<!--',
  ),
);

describe.each(Object.entries(kinds))('a picture: %s', (_, draw) => {
  it('has the same structure for any names, and nothing that runs or loads', () => {
    const usual = skeletonOf(draw('word'));
    expect(usual.join()).not.toMatch(/script|style|href|foreignObject|image|use| on| id| class/);
    fc.assert(
      fc.property(evil, (name) => {
        const svg = draw(name);
        expect(skeletonOf(svg)).toEqual(usual);
        expect(svg.match(/</g)).toHaveLength(draw('word').match(/</g)!.length);
        expect(svg.replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
        expect(svg.trimEnd()).not.toMatch(/[\u0000-\u001f\u202e\uffff]/);
        expect(svg.isWellFormed()).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('has the same bytes each time, and a title and description', () => {
    expect(draw('word')).toBe(draw('word'));
    expect(draw('word')).toMatch(
      /^<svg xmlns="[^"]+" viewBox="[\d. ]+"[^>]* role="img"[^>]*><title>[^<]*word[^<]*<\/title><desc>/,
    );
  });
});

describe('a picture of large data', () => {
  const letters = 'ACDEFGHIKLMNPQRSTVWY-';
  const noise = (length: number, seed = 1) =>
    Array.from({ length }, (_, i) => letters[(i * 7919 + seed * 104729 + ((i * i) % 97)) % 21]!).join('');
  /** A caterpillar tree, as deep as it has leaves. */
  const deep = (leaves: number) =>
    `${'('.repeat(leaves - 1)}n0:1${Array.from({ length: leaves - 1 }, (_, i) => `,n${i + 1}:1):1`).join('')};`;
  const sites = Array.from({ length: 5000 }, (_, i) => ({ residue: { chain: 'AB'[i % 2], number: i, insertion: '' } }));
  const contacts = sites.flatMap((_, i) =>
    Array.from({ length: 100 }, (_, k): [number, number, number] => [i, (i * 31 + k * 53) % 5000, 2 + (k % 7)]),
  );
  const options = { atom: 'CA', cutoff: 8, minSeparation: 3, scope: 'all' } as const;
  const hit = {
    name: 'x'.repeat(1000),
    evalue: 0,
    parts: Array.from({ length: 500 }, (_, i) => ({ from: i, to: i + 2, score: i })),
  };

  it.each([
    [
      'profile',
      () =>
        profile({
          title: 'x'.repeat(9999),
          description: 'x',
          x: { title: 'x' },
          y: { title: 'y' },
          series: [1, 2, 3].map((n) => ({
            label: 'a',
            values: Array.from({ length: 35_000 }, (_, i) => Math.sin(i * n)),
            color: '#000000',
            style: 'line' as const,
          })),
        }),
      'Each column of pixels',
    ],
    [
      'alignment',
      () =>
        alignmentPicture(
          'x',
          Array.from({ length: 300 }, (_, i) => ({ name: 'x'.repeat(300), sequence: noise(5000, i) })),
          true,
        ),
      'Shown are the first 40 of 300 sequences and columns 1 to 280 of 5000.',
    ],
    [
      'wide pair',
      () =>
        alignmentPicture(
          'x',
          [1, 2].map((i) => ({ name: 'x', sequence: noise(100_000, i) })),
          true,
        ),
      'columns 1 to 6300 of 100000',
    ],
    ['tree', () => treePicture(deep(10_000), { title: 'x', unit: 'x' }), 'Triangles are collapsed clades'],
    [
      'star',
      () => treePicture(`(${Array.from({ length: 10_000 }, (_, i) => `n${i}:1`).join()});`, { title: 'x', unit: 'x' }),
      '9900 branches of the root are left out.',
    ],
    ['contact map', () => contactMapPicture('x', sites as never, contacts, options), 'Each cell has 16 × 16 residues'],
    [
      'hits',
      () =>
        hitsPicture(
          'x',
          1000,
          Array.from({ length: 500 }, () => hit),
        ),
      'The best 40 of 500 sequences.',
    ],
    [
      'dot plot',
      () =>
        dotPlot(
          Array.from({ length: 500 }, () => ({ name: 'x', values: [1, 2, 3] })),
          { title: 'x', description: 'x', axis: { title: 'x' }, rowsAre: 'ligands' },
        ),
      'The first 40 of 500 ligands.',
    ],
  ])('has at most 1 MiB, and a note of what is left out: %s', (_, draw, note) => {
    const svg = draw();
    expect(svg.length).toBeLessThan(MAX_PICTURE_BYTES);
    expect(svg).toContain(note);
  });
});

describe('a tree', () => {
  /** Returns where the texts of a picture begin. */
  const placesOf = (svg: string) =>
    new Map(
      [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g)].map(([, x, y, words]) => [
        words!,
        [Number(x), Number(y)],
      ]),
    );

  it('is rooted halfway between its farthest leaves, to scale', () => {
    // The farthest leaves, a and d, are 5 apart; the root is on the branch of d.
    const places = placesOf(treePicture('(a:1,b:1,(c:1,d:3)0.8:1);', { title: 't', unit: 'x' }));
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((leaf) => places.get(leaf)![0]! - 6);
    expect([a, d]).toEqual([560, 560]);
    const pixels = (560 - 24) / 2.5;
    expect(b).toBeCloseTo(560, 1);
    expect(c).toBeCloseTo(560 - pixels, 1);
    expect(places.has('0.8')).toBe(true);
  });

  it('keeps quoted names, and gives each leaf a row', () => {
    const places = placesOf(treePicture("('it''s (a)':1,b:1,c:2);", { title: 't', unit: 'x' }));
    expect(places.has('it&apos;s (a)')).toBe(true);
    expect(new Set(['it&apos;s (a)', 'b', 'c'].map((leaf) => places.get(leaf)![1])).size).toBe(3);
  });

  it('states its root and the meaning of its numbers, and writes whole names', () => {
    const name = 'Escherichia coli strain K-12 substrain MG1655 chromosome, isolate 17';
    const tree = `('${name}':1,b:1,(c:1,d:3)95/0.85:1);`;
    const svg = treePicture(tree, { title: 't', unit: 'x', support: 'SH-aLRT / bootstrap (%)' });
    expect(svg).toContain('Rooted at its midpoint. Numbers at branches: SH-aLRT / bootstrap (%).');
    expect(svg).toContain(`>${name}<`);
    expect(svg).toContain('>95/0.85<');
    for (let length = 30; length < 90; length++) {
      const long = 'n'.repeat(length);
      expect(treePicture(`(${long}:1,b:0.9,c:0.1);`, { title: 't', unit: 'x' })).toContain(`>${long}<`);
    }
  });

  it('is rooted at its outgroup', () => {
    const tree = '(a:1,(b:1,e:1)0.5:2,(c:1,d:3)0.8:1);';
    const svg = treePicture(tree, { title: 't', unit: 'x', outgroup: ['b', 'e'] });
    expect(svg).toContain('Rooted at its outgroup.');
    // The root is 1 from both sides of the branch: b is 2 from the root, d 1 + 1 + 3.
    const places = placesOf(svg);
    const [b, d] = ['b', 'd'].map((leaf) => places.get(leaf)![0]! - 6 - 24);
    expect(d! / b!).toBeCloseTo(5 / 2, 1);
    expect(treePicture(tree, { title: 't', unit: 'x', outgroup: ['b', 'c'] })).toContain('Rooted at its midpoint.');
  });

  it('writes no support value over another one', () => {
    const svg = treePicture('(((((a:0,b:0)1:0.1,c:0)2:0,d:0)3:0.01,e:0)4:2,f:5,g:5);', { title: 't', unit: 'x' });
    const sizes = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)">(\d)</g)].map(([, x, y]) => [Number(x), Number(y)]);
    for (const [i, [x, y]] of sizes.entries())
      for (const [u, v] of sizes.slice(i + 1)) expect(Math.abs(x! - u!) > 5 || Math.abs(y! - v!) > 8).toBe(true);
    expect(svg).toContain('>4<');
    expect(svg).toMatch(/\d numbers? (is|are) not written: too short a branch/);
  });

  it('is drawn even if no branch has a length', () => {
    expect(treePicture('(a:0,b:0,c:0);', { title: 't', unit: 'x' })).not.toMatch(/NaN|Infinity/);
  });
});

it('draws overlapping hits below each other, pointing along their strand', () => {
  const parts = [
    { from: 10, to: 60, score: 90, strand: 1 as const },
    { from: 40, to: 12, score: 90, strand: -1 as const },
    { from: 70, to: 90, score: 90, strand: 1 as const },
  ];
  const svg = hitsPicture('q', 100, [{ name: 'a', evalue: 1e-9, parts }]);
  const bars = /d="([^"]+)" fill="#2171b5"/.exec(svg)![1]!.split('z').slice(0, -1);
  const [tops, tips] = [1, 2].map((group) =>
    bars.map((d) => Number(/^M[\d.]+ ([\d.]+)H[\d.]+L([\d.]+)/.exec(d)![group])),
  );
  expect(tops![0]).toBe(tops![2]);
  expect(tops![1]! - tops![0]!).toBe(10);
  const tails = bars.map((d) => Number(/^M([\d.]+)/.exec(d)![1]));
  expect(tips!.map((tip, i) => Math.sign(tip - tails[i]!))).toEqual([1, -1, 1]);
  expect(svg).toContain('An arrow to the left is a match on the reverse strand.');
});

it('draws an alignment with letters, numbers and colours', () => {
  const rows = readTestData('globins45.mafft.afa')
    .split('>')
    .slice(1, 4)
    .map((record) => record.split('\n'))
    .map(([name, ...lines]) => ({ name: name!.trim(), sequence: lines.join('') }));
  const svg = alignmentPicture('Globins', rows, true);
  for (const { name, sequence } of rows) {
    expect(svg).toContain(`>${name}<`);
    expect(svg.replace(/<\/?tspan[^>]*>/g, '')).toContain(`>${sequence.slice(0, 70)}<`);
    expect(svg).toContain(`>${sequence.slice(0, 70).replaceAll('-', '').length}<`);
  }
  // A lysine in all three rows is blue; a column in which all rows differ has no colour.
  const pair = alignmentPicture(
    'Pair',
    [
      { name: 'a', sequence: 'KW' },
      { name: 'b', sequence: 'RD' },
    ],
    true,
  );
  expect(pair.match(/<path d="M152 [^"]*" fill="#a6d5f5"/)![0].match(/M/g)).toHaveLength(2);
  expect(pair.match(/<path d="M160.6/)).toBeNull();
});

it('draws hits at the matched positions, darker with more bits', () => {
  const parts = [{ from: 11, to: 60, score: 210 }];
  const svg = hitsPicture('q', 100, [{ name: 'h', evalue: 2e-35, parts }]);
  const [, x, width] = /<path d="M([\d.]+) [\d.]+h([\d.]+)[^"]*" fill="#08306b" data-bars="1"/.exec(svg)!;
  expect(Number(x)).toBeCloseTo(190 + 53, 5);
  expect(Number(width)).toBeCloseTo(265, 5);
  expect(svg).toContain('>2e−35<');
});

it('draws a dot for each value of a dot plot', () => {
  const rows = [
    { name: 'a', values: [-9, -8, -7] },
    { name: 'b', values: [-6] },
  ];
  const svg = dotPlot(rows, {
    title: 't',
    description: 'd',
    axis: { title: 'kcal/mol', include: [0] },
    rowsAre: 'ligands',
  });
  // The axis goes from -10 to 0 on 566 pixels: the best value of a is at -9.
  expect(svg).toContain(`M${(210 + 56.6 - 5).toFixed(1)} `);
  expect(svg.match(/a5 5/g)).toHaveLength(2 * 2);
  expect(svg.match(/a3 3/g)).toHaveLength(2 * 2);
});

it('cuts names between characters', () => {
  expect(shortened('🧬🧬🧬', 3)).toBe('🧬🧬🧬');
  expect(shortened('🧬🧬🧬🧬', 3)).toBe('🧬🧬…');
});
