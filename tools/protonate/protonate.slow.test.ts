// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { samples } from '../shared/example/samples.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import type { TestRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type chargeItem, contract, type groupItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Summary = Static<typeof summaryItem>;

describe('protonate with its programs', () => {
  it('gives ubiquitin its hydrogens and charges at pH 7', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')]);
    expect(done.values<Summary>('summary')[0]).toMatchObject({
      atoms: 1231,
      net_charge: 0,
      pi_folded: 7.07,
      pi_unfolded: 7.26,
    });
    const groups = done.values<Static<typeof groupItem>>('titratable');
    const pkaOf = (group: string, residue: number) =>
      groups.find((each) => each.group === group && each.residue === residue)!.pka;
    expect([pkaOf('ASP', 21), pkaOf('HIS', 68), pkaOf('LYS', 27)]).toEqual([3.36, 6, 10.53]);
    expect(done.files.map(({ name }) => name)).toEqual(['structure-0001.pqr', 'apbs-0001.in', 'protonated-0001.pdb']);
    const titration = done.values<Static<typeof chargeItem>>('titration');
    expect(titration).toHaveLength(141);
    // The charge is 0 between the rows around the isoelectric point.
    const [below, above] = [7, 7.1].map((ph) => titration.find((row) => row.ph === ph)!.folded);
    expect(below! * above!).toBeLessThanOrEqual(0);
  });

  const ends: [string, ReturnType<typeof structureText>, number][] = [
    ['case S11b', caseInput('structure', 'S11b_last_O_is_OXT_only.pdb'), 0],
    [
      'no OXT',
      structureText(
        'structure',
        ubiquitinWith((line) => (line.slice(12, 16) === ' OXT' ? [] : line)),
      ),
      1,
    ],
    [
      'OT1 and OT2 of CHARMM',
      structureText(
        'structure',
        ubiquitinWith((line) => line.replace(/ O {2}(?= GLY A {2}76)/, ' OT1').replace(/ OXT/, ' OT2')),
      ),
      0,
    ],
  ];
  // The test of pka finds these ends, too, in less time.
  it.each(long ? ends : ends.slice(1, 2))('%s: the end of the chain has its charge', async (_, input, warnings) => {
    const done = await runNative(tool, [input]);
    expect(done.values<Summary>('summary')[0]).toMatchObject({ atoms: 1231, pi_folded: 7.07, pi_unfolded: 7.26 });
    expect(done.values('titratable')).toHaveLength(26);
    expect(done.values('warnings')).toHaveLength(warnings);
  });

  it('titrates every residue', async () => {
    const acid = await runNative(tool, [structureInput('structure', '1ubq.pdb')], { ph: 5 });
    // Histidine 68, whose pKa is 6.00, is near the end of the file.
    expect(acid.files[0]!.text).toMatch(/^ATOM +\d+ +HE2 HIS A +68 /m);
    expect(acid.files[0]!.text).toMatch(/^ATOM +\d+ +HD1 HIS A +68 /m);
  });

  it('gives the charge without modified residues, by another force field', async () => {
    const inputs = [
      structureInput('structure', '5eep.pdb'),
      structureText('structure', samples.structure!.text, 'PDB', 'helix'),
    ];
    const [first, second] = (await runNative(tool, inputs, { forcefield: 'PARSE' })).values<Summary>('summary');
    // Without the proton of histidine 9, whose pKa is 7.49, the charge would be -1.
    expect(first!.net_charge).toBe(0);
    expect(second!.atoms).toBeGreaterThan(200);
  });

  it('gives nothing when it was stopped', async () => {
    const stopped = { signal: AbortSignal.abort() };
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {}, stopped);
    expect([done.items, done.files]).toEqual([[], []]);
  });
});

describe('protonate with files from practice', () => {
  type Group = Static<typeof groupItem>;
  const running = new Map<string, Promise<TestRun>>();
  /** Returns the outputs for a file, which runs once for all tests. */
  const ofCase = async (file: string) => {
    if (!running.has(file)) running.set(file, runNative(tool, [caseInput('structure', file)]));
    const done = await running.get(file)!;
    const textOf = (port: string) => done.files.find((each) => each.port === port)!.text;
    return {
      summary: done.values<Summary>('summary')[0]!,
      groups: done.values<Group>('titratable'),
      left: done.values<{ what: string; name: string }>('left_out'),
      warnings: done.values<{ warning: string }>('warnings').map(({ warning }) => warning),
      pqr: textOf('pqr'),
      pdb: textOf('hydrogens'),
    };
  };
  const wordsOf = (pqr: string) =>
    pqr
      .split('\n')
      .filter((line) => line.startsWith('ATOM'))
      .map((line) => line.trim().split(/ +/));

  const files: [string, string, number][] = [
    // PROPKA 3.5 of 1UBQ has 26 groups and 7.07. Histidine 68 as HIP adds one charge; ASPP, GLUP and LSN together add
    // one.
    ['S09a', 'S09a_HIE_HID.pdb', 0],
    ['S09b', 'S09b_HSD.pdb', 0],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb', 1],
    ['S09d', 'S09d_HIP.pdb', 1],
    ['S06a', 'S06a_insertion_codes_33ABC.pdb', 0],
    ['S01d', 'S01d_hybrid36_residues.pdb', 0],
  ];
  // The other states and numbers are read by all tools in the same way, which unit tests show.
  it.each(files.filter(([id]) => long || ['S09a', 'S09c', 'S06a'].includes(id)))(
    'case %s: titrates every residue, and keeps the states in residue names',
    async (_, file, charge) => {
      const { summary, groups, pqr, pdb } = await ofCase(file);
      expect(summary).toMatchObject({ pi_folded: 7.07, net_charge: charge });
      expect(groups).toHaveLength(26);
      const words = wordsOf(pqr);
      expect(words).toHaveLength(summary.atoms);
      expect(words.reduce((sum, word) => sum + Number(word.at(-2)), 0)).toBeCloseTo(summary.net_charge, 2);
      expect(new Set(words.map((word) => word[4]))).toEqual(new Set(['A']));
      expect(pdb.match(/^ATOM/gm)).toHaveLength(summary.atoms);
    },
  );

  it('case S06a: names residues with their insertion codes, in rows, PQR and PDB', async () => {
    const { groups, pqr, pdb } = await ofCase('S06a_insertion_codes_33ABC.pdb');
    expect(groups.map(({ group, seq }) => `${group} ${seq}`)).toEqual(expect.arrayContaining(['LYS 33', 'GLU 33A']));
    expect(wordsOf(pqr).map((word) => word[5])).toEqual(expect.arrayContaining(['33', '33A', '33B']));
    expect(pdb).toMatch(/^ATOM .* GLU A {2}33A/m);
  });

  it('case S08d: warns that the charges of a phosphate are not counted', async () => {
    const { summary, warnings, left } = await ofCase('S08d_SEP_HETATM.pdb');
    expect(summary.net_charge).toBe(0);
    expect(warnings).toContain(
      'A:SEP20 is computed as SER, without P, O1P, O2P, O3P: the charge of about -2 that it has more at pH 7 is not counted',
    );
    expect(left).toContainEqual(expect.objectContaining({ what: 'atom', count: 4 }));
  });

  it('computes selenocysteine as cysteine, with a warning', async () => {
    const text = ubiquitinWith((line) =>
      line.slice(17, 20) === 'SER' && line.slice(22, 26) === '  20'
        ? line
            .replace('SER', 'SEC')
            .replace(' OG ', ' SE ')
            .replace(/O( *)$/, 'SE$1')
        : line,
    );
    const done = await runNative(tool, [structureText('structure', text)]);
    expect(done.values<Summary>('summary')[0]!.net_charge).toBe(0);
    expect(done.files[0]!.text).toMatch(/ CYS A {3}20 /);
    expect(done.values<{ warning: string }>('warnings')[0]!.warning).toMatch(/^A:SEC20 is computed as CYS: /);
  });

  it('case S15: names the metal that it leaves out', async () => {
    const { left, warnings } = await ofCase('S15_zinc_in_site.pdb');
    expect(left).toContainEqual(expect.objectContaining({ what: 'metal', name: 'A:ZN201' }));
    expect(warnings[0]).toMatch(/^the charge of A:ZN201 is in neither/);
  });

  it('names a phosphate that it leaves out, and its charge', async () => {
    const atoms = ['P   PO4', 'O1  PO4', 'O2  PO4', 'O3  PO4', 'O4  PO4'].map(
      (name, i) =>
        `HETATM ${2000 + i}  ${name} A 301    ${(40 + i).toFixed(3).padStart(8)}  40.000  40.000  1.00 20.00           ${name[0]}\n`,
    );
    const text = ubiquitinWith((line) => (Number(line.slice(22, 26)) <= 20 ? line : [])) + atoms.join('');
    const done = await runNative(tool, [structureText('structure', text)]);
    expect(done.values('left_out')).toContainEqual(expect.objectContaining({ what: 'ligand', name: 'A:PO4301' }));
    expect(done.values('warnings')).toContainEqual(
      expect.objectContaining({ warning: expect.stringMatching(/^the charge of A:PO4301 is in neither/) }),
    );
  });

  it('case S47, S02a: keeps the chains of the input in the PQR', async () => {
    const { pqr } = await ofCase('S02a_segid_homodimer_no_chain_ids.pdb');
    expect(new Set(wordsOf(pqr).map((word) => word[4]))).toEqual(new Set(['PROA', 'PROB']));
  });

  it('lists the side chain of the first residue of a chain (jensengroup/propka #137)', async () => {
    const input = structureText(
      'structure',
      ubiquitinWith((line) => (Number(line.slice(22, 26)) < 68 ? [] : line)),
    );
    const done = await runNative(tool, [input], { ph: 5 });
    const groups = done
      .values<Static<typeof groupItem>>('titratable')
      .map(({ group, residue }) => `${group}${residue}`);
    expect(groups.sort()).toEqual(['ARG72', 'ARG74', 'C-76', 'HIS68', 'N+68']);
    // N+, HIS and two ARG against the carboxyl group.
    expect(done.values<Summary>('summary')[0]).toMatchObject({ net_charge: 3 });
  });

  it('leaves out a residue with one atom, and ends the chain before it (pdb2pqr #361)', async () => {
    const isLost = (line: string) => Number(line.slice(22, 26)) === 76 && line.slice(12, 16) !== ' N  ';
    const input = structureText(
      'structure',
      ubiquitinWith((line) => (isLost(line) ? [] : line)),
    );
    const done = await runNative(tool, [input]);
    expect(done.values('left_out')).toMatchObject([{ what: 'residue', name: 'A:GLY76' }]);
    expect(done.values<{ warning: string }>('warnings')[0]!.warning).toContain('which was added: A:GLY75');
    // Without a glycine, which is neutral.
    expect(done.values<Summary>('summary')[0]).toMatchObject({ atoms: 1231 - 7, net_charge: 0, pi_folded: 7.07 });
  });
});
