// @module-tag native

import { execFileSync } from 'node:child_process';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type coreItem, type groupItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Row = Static<typeof groupItem>;
type Core = Static<typeof coreItem>;

const smiles = (text: string) => ({ id: 'm', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const smarts = (text: string) => ({ id: 'c', slotId: 'core', kind: 'pattern', format: 'SMARTS', text });
const find = (lines: string[], settings = {}) => runNative(tool, [smiles(lines.join('\n'))], settings);
const decompose = (lines: string[], core: string, settings = {}) =>
  runNative(tool, [smiles(lines.join('\n')), smarts(core)], settings);
const groupsOf = (done: Awaited<ReturnType<typeof find>>) =>
  Object.fromEntries(done.values<Row>('molecules').map(({ name, groups }) => [name, groups]));

/** Sulfonamides. R1 is what their IUPAC names in PubChem say: 4-amino-N-(pyrimidin-2-yl)benzenesulfonamide, … */
const sulfonamides = [
  'Nc1ccc(cc1)S(=O)(=O)Nc1ncccn1 sulfadiazine',
  'Cc1cc(NS(=O)(=O)c2ccc(N)cc2)no1 sulfamethoxazole',
  'Nc1ccc(cc1)S(=O)(=O)Nc1nccs1 sulfathiazole',
  'Nc1ccc(cc1)S(N)(=O)=O sulfanilamide',
  'CC(=O)NS(=O)(=O)c1ccc(N)cc1 sulfacetamide',
];
const heterocycles = {
  sulfadiazine: { R1: 'c1cnc([*:1])nc1' },
  sulfamethoxazole: { R1: 'Cc1cc([*:1])no1' },
  sulfathiazole: { R1: 'c1csc([*:1])n1' },
  sulfanilamide: { R1: '[H][*:1]' },
  sulfacetamide: { R1: 'CC(=O)[*:1]' },
};

/** Penicillins. Their common part is an acylated 6-aminopenicillanic acid. */
const penicillins = [
  'CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)[O-].[Na+] penicillin G',
  'CC1(C)S[C@@H]2[C@H](NC(=O)COc3ccccc3)C(=O)N2[C@H]1C(=O)O penicillin V',
  'CC1(C)S[C@@H]2[C@H](NC(=O)[C@H](N)c3ccc(O)cc3)C(=O)N2[C@H]1C(=O)O amoxicillin',
  'COc1cccc(OC)c1C(=O)N[C@H]1[C@H]2SC(C)(C)[C@@H](N2C1=O)C(=O)O methicillin',
];

describe('r-groups', () => {
  it('finds the core of sulfonamides, and the heterocycles of their IUPAC names', async () => {
    const done = await find(sulfonamides);
    expect(done.values<Core>('core')).toMatchObject([{ atoms: 11, bonds: 11, molecules: 5, found: 'largest' }]);
    expect(new Set(done.values<Row>('molecules').map(({ core }) => core))).toEqual(
      new Set(['Nc1ccc(S(=O)(=O)N[*:1])cc1']),
    );
    expect(groupsOf(done)).toEqual(heterocycles);
    const table = done.files.find(({ port }) => port === 'groups_table')!.text.split('\n');
    expect(table[0]).toBe('name\tsmiles\tcore\tR1');
    expect(table).toHaveLength(1 + 5 + 1);
  });

  it('finds the acylated 6-aminopenicillanic acid of penicillins, with its stereo, and leaves out salts', async () => {
    const done = await find(penicillins);
    expect(done.values<Core>('core')).toMatchObject([{ atoms: 16, bonds: 17, molecules: 4 }]);
    const rows = done.values<Row>('molecules');
    for (const { core } of rows) expect(core.match(/@/g)).toHaveLength(4);
    expect(rows.map(({ groups }) => groups.R1)).toEqual([
      'c1ccc(C[*:1])cc1',
      'c1ccc(OC[*:1])cc1',
      'N[C@H](c1ccc(O)cc1)[*:1]',
      'COc1cccc(OC)c1[*:1]',
    ]);
    expect(rows[0]!.removed_fragments).toBe('[Na+]');
    // Open Babel finds the core in every molecule.
    const core = done.files.find(({ port }) => port === 'core_smarts')!.text.split(' ')[0]!;
    const found = execFileSync('obabel', ['-ismi', '-osmi', '-s', core], {
      input: rows.map(({ smiles, name }) => `${smiles} ${name}\n`).join(''),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(found.trim().split('\n')).toHaveLength(4);
  });

  it('gives the same groups for any order of molecules, and keeps tags and equal names', async () => {
    const lines = sulfonamides.map((line, i) => `${line.replace(' ', '\t')}\t${i}`).toReversed();
    const done = await find(['smiles\tname\tpIC50', ...lines]);
    expect(groupsOf(done)).toEqual(heterocycles);
    expect(done.values<Row>('molecules').map(({ tags }) => tags)).toEqual(
      [4, 3, 2, 1, 0].map((i) => ({ pIC50: String(i) })),
    );
    const twice = await find([sulfonamides[0]!, sulfonamides[0]!]);
    expect(twice.values<Row>('molecules')).toHaveLength(2);
  });

  it('puts the groups at a symmetric core where they fit, and two groups at one atom in one column', async () => {
    // Barbiturates: names in PubChem are 5-ethyl-5-phenyl-1,3-diazinane-2,4,6-trione, …
    const lines = [
      'CCC1(CC)C(=O)NC(=O)NC1=O barbital',
      'CCC1(c2ccccc2)C(=O)NC(=O)NC1=O phenobarbital',
      'CN1C(=O)NC(=O)C(C)(C1=O)C1=CCCCC1 hexobarbital',
      'CCC1(c2ccccc2)C(=O)NC(=O)N(C)C1=O mephobarbital',
    ];
    const done = await decompose(lines, 'O=C1CC(=O)NC(=O)N1');
    const groups = groupsOf(done);
    expect(groups.barbital).toEqual({ R1: '[H][*:1]', R2: 'CC[*:2].CC[*:2]' });
    // The two nitrogens are equal: methyl is at the same one in both.
    expect([groups.hexobarbital!.R1, groups.mephobarbital!.R1]).toEqual(['C[*:1]', 'C[*:1]']);
    expect(groups.phenobarbital!.R2!.split('.').sort()).toEqual(['CC[*:2]', 'c1ccc([*:2])cc1']);
  });

  it('names molecules without the core, and warns where it fits several places', async () => {
    const lines = ['c1ccccc1-c1ccccc1 biphenyl', 'Cc1ccccc1 toluene', 'CCO ethanol'];
    const done = await decompose(lines, 'c1ccccc1');
    expect(done.values('left_out')).toMatchObject([{ what: 'molecule', name: 'ethanol', reason: 'without the core' }]);
    expect(done.values('warnings')).toMatchObject([
      { of: 'biphenyl', warning: expect.stringMatching(/several places/) },
    ]);
    expect(done.values<Row>('molecules').map(({ core_places }) => core_places)).toEqual([2, 1]);
  });

  it('takes groups only at marked positions when asked to', async () => {
    const lines = ['Nc1ccc(cc1)S(N)(=O)=O para', 'Nc1ccc(cc1Cl)S(N)(=O)=O chloro'];
    const core = 'Nc1ccc(cc1)S(=O)(=O)N[*:1]';
    const done = await decompose(lines, core, { only_marked: true });
    expect(done.values<Core>('core')).toMatchObject([{ atoms: 11, found: 'given' }]);
    expect(done.values<Row>('molecules').map(({ name }) => name)).toEqual(['para']);
    expect(done.values('left_out')).toMatchObject([{ name: 'chloro' }]);
  });

  it.each([
    [
      'nothing is common',
      ['CCO a', 'c1ccccc1 b'],
      undefined,
      /^the 2 molecules have no common core of 3 atoms or more: comp/,
    ],
    [
      'one molecule is another kind',
      [...sulfonamides, 'CCO ethanol'],
      undefined,
      /: without 'ethanol' the others have one of 11 atoms; leave it out/,
    ],
    ['no molecule has the core', ['CCO a', 'CCN b'], 'c1ccccc1', /^none of 2 molecules has the core c1ccccc1$/],
    [
      'only one can be read',
      ['CCO a', 'C(C)(C)(C)(C)C b'],
      undefined,
      /^a common core needs at least 2 molecules that/,
    ],
    ['RDKit cannot read the core', ['CCO a'], 'C1CC', /input\.inputs\[1\]\.content: line 1/],
  ])('fails with the reason when %s', async (_, lines, core, message) => {
    const done = core ? decompose(lines, core) : find(lines);
    await expect(done).rejects.toThrow(message);
  });

  it('says that there may be a larger core when the time is over', async () => {
    // A peptide and its reverse: with any atoms and bonds they have very many common parts.
    const sides = ['C', 'CC(=O)O', 'CCC(=O)O', 'Cc1ccccc1', 'Cc1c[nH]cn1', 'C(C)CC', 'CCCCN', 'CS'];
    const peptide = (list: string[]) => `${list.map((side) => `NC(${side})C(=O)`).join('')}O`;
    const lines = [`${peptide(sides)} there`, `${peptide(sides.toReversed())} back`];
    const done = await find(lines, { max_seconds: 1, rings: 'any', atoms: 'any', bonds: 'any' });
    const [core] = done.values<Core>('core');
    expect(core).toMatchObject({ found: 'not all examined', molecules: 2 });
    expect(done.values('warnings')).toContainEqual(
      expect.objectContaining({ of: 'core', warning: expect.stringMatching(/may be a larger common core$/) }),
    );
  });
});
