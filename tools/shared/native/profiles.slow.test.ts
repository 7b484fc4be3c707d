// @module-tag native

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { hmm } from '../../hmm-search/tool.ts';
import { readTestData } from '../../testdata/read.ts';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { readProfiles } from './profiles.ts';
import { programs } from './programs.ts';

const describe = await describeWithPrograms({ requires: [programs.hmmsearch] });

const folder = mkdtempSync(join(tmpdir(), 'rotamer-profiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sources = ['fn3.hmm', 'pkinase.hmm'].map((file) => readTestData(file).trimEnd().split('\n'));

/** Returns name and length of each profile as HMMER's own reader has them; undefined if it refuses the file. */
function byHmmer(text: string): [name: string, length: number][] | undefined {
  const file = join(folder, 'profiles.hmm');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync('hmmstat', [file], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const rows = stdout.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return rows.map((row) => row.trim().split(/\s+/)).map((fields) => [fields[1]!, Number(fields[5])]);
}

/** Returns what the shared reader finds; undefined if it refuses the file. */
function byUs(text: string) {
  const { records, problems } = readProfiles([{ id: 'p', slotId: hmm.id, kind: 'profile', format: 'HMM', text }], hmm);
  return problems.length > 0 ? undefined : records;
}

/** Changes that real files have, and damage. `at` (0 to 1) is a place in the file. */
const mutations: Record<string, (lines: string[], at: number) => string[]> = {
  'ends of lines of Windows': (lines) => lines.map((line) => `${line}\r`),
  'spaces at the ends of lines': (lines) => lines.map((line) => `${line}  `),
  'an empty line': (lines, at) => lines.toSpliced(Math.floor(at * lines.length), 0, ''),
  'empty lines at the end': (lines) => [...lines, '', ' '],
  'an unknown tag': (lines) => lines.toSpliced(2, 0, 'XTAG  something'),
  'a tag of HMMER 3.0': (lines) => lines.toSpliced(0, 1, 'HMMER3/b [3.0 | March 2010]'),
  'a name with signs': (lines) => lines.map((line) => line.replace(/^NAME .*/, 'NAME  sp|P1|A_B/1-9')),
  'a name of two words': (lines) => lines.map((line) => line.replace(/^NAME .*/, 'NAME  two words')),
  'no description': (lines) => lines.filter((line) => !line.startsWith('DESC')),
  'no name': (lines) => lines.filter((line) => !line.startsWith('NAME')),
  'no length': (lines) => lines.filter((line) => !line.startsWith('LENG')),
  'another length': (lines) => lines.map((line) => line.replace(/^LENG .*/, 'LENG  40')),
  'no alphabet': (lines) => lines.filter((line) => !line.startsWith('ALPH')),
  'an alphabet in capitals': (lines) => lines.map((line) => line.replace(/^ALPH .*/, 'ALPH  AMINO')),
  'tabs after tags': (lines) => lines.map((line) => line.replace(/^([A-Z]{4}) +/, '$1\t')),
  'a line that is gone': (lines, at) => lines.toSpliced(Math.floor(at * lines.length), 1),
  'a line that comes twice': (lines, at) => {
    const place = Math.floor(at * lines.length);
    return lines.toSpliced(place, 0, lines[place]!);
  },
  'no end': (lines) => lines.slice(0, -1),
  'a cut': (lines, at) => lines.slice(0, Math.ceil(at * lines.length)),
  'a cut that closes': (lines, at) => [...lines.slice(0, Math.ceil(at * lines.length)), '//'],
  'a comment before': (lines) => ['# a profile', ...lines],
};

const profile = fc
  .tuple(
    fc.constantFrom(...sources),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.double({ min: 0, max: 0.999, noNaN: true })), {
      maxLength: 2,
    }),
  )
  .map(([lines, changes]) => changes.reduce((changed, [name, at]) => mutations[name]!(changed, at), lines).join('\n'));

describe('files of profiles with the features and the damage of real ones', () => {
  it('have the profiles that HMMER finds, or are refused', () => {
    let read = 0;
    const files = fc.array(profile, { minLength: 1, maxLength: 3 }).map((texts) => `${texts.join('\n')}\n`);
    fc.assert(
      fc.property(files, (text) => {
        const ours = byUs(text);
        if (!ours) return;
        read++;
        const theirs = byHmmer(text);
        if (theirs) expect(ours.map(({ length }) => length)).toEqual(theirs.map(([, length]) => length));
        // The tools give HMMER each profile by itself.
        for (const [i, one] of ours.entries()) {
          const [alone, ...others] = byHmmer(one.text) ?? [];
          if (!alone) continue; // HMMER refuses it, and the job fails with its words
          expect([alone[1], others]).toEqual([one.length, []]);
          if (theirs) expect(alone[0]).toBe(theirs[i]![0]);
          expect(one.name.replace(/_\d+$/, '')).toBe(alone[0].replace(/_\d+$/, ''));
        }
      }),
      { seed: 38, numRuns: long ? 2_000 : 80 },
    );
    expect(read).toBeGreaterThan(30);
  });
});
