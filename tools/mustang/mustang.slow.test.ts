// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { broken, structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type rmsdItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const fingers = () => ['1sp1', '1sp2', '3znf'].map((id) => structureInput('structures', `${id}.pdb`, id));

const alignFingers = () => runNative(tool, fingers());
let aligned: ReturnType<typeof alignFingers> | undefined;
/** Aligns three zinc fingers once for all tests. */
const alignedFingers = () => (aligned ??= alignFingers());

const rowsOf = (text: string) => parseAlignment(text, 'AFA', { maxRecords: 30, maxColumns: 10_000 }).records;

describe('mustang with its program', () => {
  it('aligns three zinc fingers, the same twice', async () => {
    const [first, second] = [await alignedFingers(), await alignFingers()];
    const rmsds = first.values<Static<typeof rmsdItem>>('rmsd');
    expect(rmsds.map(({ a, b, rmsd }) => [a, b, rmsd])).toEqual([
      ['1SP1', '1SP2', 1.1],
      ['1SP1', '3ZNF', 1.7],
      ['1SP2', '3ZNF', 1.5],
    ]);
    const rows = rowsOf(first.files[0]!.text);
    expect(rows.map(({ row }) => row.replaceAll('-', '').length)).toEqual([29, 31, 30]);
    expect(new Set(first.files[1]!.text.match(/^ATOM.{17}./gm)!.map((line) => line.at(-1)))).toEqual(
      new Set(['A', 'B', 'C']),
    );
    expect(second.files).toEqual(first.files);
  });

  it(`aligns ${long ? 'ten' : 'five'} cytochromes`, async () => {
    const files = [
      'd1cih__',
      'd1crj__',
      'd1csu__',
      'd1csx__',
      'd1kyow_',
      ...(long ? ['d1lfma_', 'd1m60a_', 'd1u74d_', 'd1yeb__', 'd2pcbb_'] : []),
    ];
    const done = await runNative(
      tool,
      files.map((file) => structureInput('structures', `${file}.pdb`, file)),
    );
    const rows = rowsOf(done.files[0]!.text);
    expect(rows).toHaveLength(files.length);
    expect(rows[0]!.row.replaceAll('-', '')).toHaveLength(108);
    expect(done.values('rmsd')).toHaveLength((files.length * (files.length - 1)) / 2);
  });

  it('aligns one chain of each, with modified residues and missing alpha carbons', async () => {
    const shift = (line: string) => (Number(line.slice(30, 38)) + 100).toFixed(3).padStart(8);
    const moved = ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`);
    const dimer = structureText('structures', ubiquitinWith((line) => line) + moved, 'PDB', 'dimer');
    const at = (line: string) => Number(line.slice(22, 26));
    const odd = ubiquitinWith((line) => {
      if (at(line) === 10) return line.slice(12, 16) === ' CA ' ? [] : line;
      return at(line) === 20 ? `HETATM${line.slice(6, 17)}SEP${line.slice(20)}` : line;
    });
    const traces = structureText('structures', broken.caOnly(), 'PDB', 'traces');
    const done = await runNative(tool, [dimer, structureText('structures', odd, 'PDB', 'odd'), traces]);
    expect(done.values<Static<typeof rmsdItem>>('rmsd')[1]).toMatchObject({ chain_a: 'A', chain_b: 'C', rmsd: 0 });
    expect(rowsOf(done.files[0]!.text).map(({ row }) => row.replaceAll('-', '').length)).toEqual([76, 75, 76]);
  });

  it('aligns the chosen chain, and names it', async () => {
    const inputs = [...fingers().slice(0, 2), caseInput('structures', 'S02a_segid_homodimer_no_chain_ids.pdb')];
    const done = await runNative(tool, inputs, { chains: ['', '', 'PROB'] });
    expect(done.values('rmsd')[1]).toMatchObject({ source_chain_a: 'A', source_chain_b: 'PROB', chain_b: 'C' });
    expect(rowsOf(done.files[0]!.text).map(({ row }) => row.replaceAll('-', '').length)).toEqual([29, 31, 20]);
  });

  it('gives the distances of the superposed file', async () => {
    const done = await alignedFingers();
    const rmsds = done.values<Static<typeof rmsdItem>>('rmsd');
    const rows = rowsOf(done.files[0]!.text);
    const points = (chain: string) =>
      [...done.files[1]!.text.matchAll(new RegExp(`^ATOM.{9}CA .{5}${chain}.{8}(.{8})(.{8})(.{8})`, 'gm'))].map(
        ([, ...xyz]) => xyz.map(Number) as unknown as Vector,
      );
    for (const { chain_a, chain_b, core, rmsd } of rmsds) {
      const [a, b] = [chain_a, chain_b].map((chain) => ({
        points: points(chain),
        row: rows['ABC'.indexOf(chain)]!.row,
      }));
      let [i, k, sum, pairs] = [0, 0, 0, 0];
      for (const [column, letter] of Array.from(a!.row).entries()) {
        const other = b!.row[column];
        if (rows.every(({ row }) => row[column] !== '-')) {
          sum += distance(a!.points[i]!, b!.points[k]!) ** 2;
          pairs++;
        }
        if (letter !== '-') i++;
        if (other !== '-') k++;
      }
      expect(pairs).toBe(core);
      expect(Math.abs(Math.sqrt(sum / pairs) - rmsd)).toBeLessThan(0.06);
    }
  });

  it('gives structures with the same name unique names', async () => {
    const same = [0, 1].map((i) => ({ ...structureInput('structures', '1ubq.pdb', `${i}`), label: 'my protein' }));
    const done = await runNative(tool, same);
    expect(rowsOf(done.files[0]!.text).map(({ name }) => name)).toEqual(['my_protein', 'my_protein_2']);
  });

  it('writes no output when it was stopped', async () => {
    const done = await runNative(tool, fingers(), {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
