// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { programs } from '../shared/native/programs.ts';
import { check as checkPrepare } from '../structure-prepare/check.ts';
import { run as runPrepare } from '../structure-prepare/run.ts';
import { contract as prepare } from '../structure-prepare/tool.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type residueItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('dssp with its program', () => {
  it('assigns the secondary structure of ubiquitin, the same twice', async () => {
    const [first, second] = [0, 1].map(() => runNative(tool, [structureInput('structure', '1ubq.pdb')]));
    const done = await first!;
    expect(done.values<Static<typeof summaryItem>>('summary')[0]).toMatchObject({
      residues: 76,
      accessible_surface: 4912.5,
      hbonds: 53,
      ss_string: '-EEEEEETTS-EEEEE--TTSBHHHHHHHHHHHH---GGGEEEEETTEEPPTTSBTGGGTPPTT-EEEEEE--S--',
    });
    const residues = done.values<Static<typeof residueItem>>('residues');
    expect(residues[1]).toMatchObject({ chain: 'A', seq: '2', aa: 'Q', ss: 'E', acc: 77, phi: -91, psi: 138.3 });
    expect(done.files[0]!.text).toMatch(/DATE= {10}/);
    expect((await second!).files).toEqual(done.files);
  });

  it('takes the files at which mkdssp fails: without chain ids, with MSE, of NMR', async () => {
    const files = ['d1cih__.pdb', '1A8O.pdb', '1A8O.cif', '4CUP.cif', '1sp1.pdb'];
    const done = await runNative(
      tool,
      files.map((file, i) => structureInput('structure', file, `${i}`)),
    );
    const counts = done.values<Static<typeof summaryItem>>('summary').map(({ residues }) => residues);
    expect(counts).toEqual([108, 70, 70, 115, 29]);
  });
});

describe('dssp with files that people have', () => {
  type Row = Static<typeof residueItem>;
  type Summary = Static<typeof summaryItem>;
  type Left = { what: string; name: string };
  const ofCase = async (file: string, settings = {}) => {
    const done = await runNative(tool, [caseInput('structure', file)], settings);
    return {
      rows: done.values<Row>('residues'),
      summary: done.values<Summary>('summary')[0]!,
      left: done.values<Left>('left_out'),
      warnings: done.values<{ warning: string }>('warnings').map(({ warning }) => warning),
    };
  };
  // Output of mkdssp for 1UBQ itself.
  const ubiquitin = '-EEEEEETTS-EEEEE--TTSBHHHHHHHHHHHH---GGGEEEEETTEEPPTTSBTGGGTPPTT-EEEEEE--S--';

  it.each([
    ['S08a', 'S08a_CSS_HETATM_in_chain.pdb'],
    ['S08c', 'S08c_ACE_NME_caps_and_D_valine.pdb'],
    ['S08d', 'S08d_SEP_HETATM.pdb'],
    ['S09a', 'S09a_HIE_HID.pdb'],
    ['S09b', 'S09b_HSD.pdb'],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb'],
    ['S09d', 'S09d_HIP.pdb'],
    ['S06a', 'S06a_insertion_codes_33ABC.pdb'],
    ['S01d', 'S01d_hybrid36_residues.pdb'],
    ['S11b', 'S11b_last_O_is_OXT_only.pdb'],
    ['S12b', 'S12b_second_chain_CA_only_long.pdb'],
    ['S27', 'S27_TIP3_POPC.pdb'],
  ])('case %s: has a row for every residue of 1UBQ, with its secondary structure', async (_, file) => {
    const { rows, summary } = await ofCase(file, file.startsWith('S12b') ? { chains: ['A'] } : {});
    expect(rows).toHaveLength(76);
    expect(summary.ss_string).toBe(ubiquitin);
  });

  it.each(['SEC', 'PYL', 'TPO', 'UNK', 'HISE', 'DSN'])('takes a residue %s', async (name) => {
    const text = ubiquitinWith((line) =>
      line.slice(17, 20) === 'SER' && line.slice(22, 26) === '  20'
        ? line.slice(0, 17) + name.padEnd(4) + line.slice(21)
        : line,
    );
    const done = await runNative(tool, [structureText('structure', text)]);
    expect(done.values<Summary>('summary')[0]!.ss_string).toBe(ubiquitin);
    expect(done.values<Row>('residues')[19]).toMatchObject({ seq: '20', res: name });
  });

  it('case S08d: gives rows of modified residues their names', async () => {
    const { rows, warnings } = await ofCase('S08d_SEP_HETATM.pdb');
    expect(rows.find(({ seq }) => seq === '20')).toMatchObject({ chain: 'A', res: 'SEP', aa: 'S' });
    expect(warnings).toContain('the program was given A:SEP20 as SER; rows have the names of the input');
  });

  it('case S06a, S01d: keeps insertion codes and long numbers', async () => {
    expect((await ofCase('S06a_insertion_codes_33ABC.pdb')).rows.map(({ seq }) => seq)).toEqual(
      expect.arrayContaining(['33', '33A', '33B']),
    );
    const { rows } = await ofCase('S01d_hybrid36_residues.pdb');
    expect(rows.some(({ seq }) => seq === '10000')).toBe(true);
  });

  it('case S12a: lists the residues without a row', async () => {
    const { rows, left } = await ofCase('S12a_second_chain_CA_only.pdb');
    expect(rows).toHaveLength(76);
    expect(left.find(({ what }) => what === 'residue')!.name.split(', ')).toHaveLength(8);
  });

  it('case S02a, S02b, S02c: keeps chains with equal or missing ids apart', async () => {
    const chains = async (file: string) => [...new Set((await ofCase(file)).rows.map(({ chain }) => chain))];
    expect(await chains('S02a_segid_homodimer_no_chain_ids.pdb')).toEqual(['PROA', 'PROB']);
    for (const file of ['S02b_TER_homodimer_no_chain_ids.pdb', 'S02c_segid_heterodimer_same_chain_id.pdb'])
      expect(await chains(file)).toHaveLength(2);
  });
});

describe('mkdssp', () => {
  it('finds the residues of the mmCIF that structure-prepare writes', async () => {
    const made = await runNative(
      { contract: prepare, check: checkPrepare, run: runPrepare },
      [structureInput('structure', '1ubq.pdb')],
      { mmcif: true },
    );
    const cif = made.files.find(({ port }) => port === 'mmcif')!.text;
    const folder = mkdtempSync(join(tmpdir(), 'dssp-'));
    writeFileSync(join(folder, 'in.cif'), cif);
    execFileSync(programs.mkdssp.command, ['--output-format=dssp', 'in.cif', 'out.dssp'], { cwd: folder });
    const rows = readFileSync(join(folder, 'out.dssp'), 'utf8')
      .split(/^ {2}# .*\n/m)[1]!
      .trimEnd()
      .split('\n');
    rmSync(folder, { recursive: true });
    expect(rows).toHaveLength(76);
  });
});
