// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { readAlignment } from '../shared/readInputs.ts';
import { alignmentSlot } from '../shared/slots.ts';
import { readTestData } from '../testdata/read.ts';
import { database, globin, searchInput } from '../testing/matchTests.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import type { TestRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

const a3mOf = (done: TestRun, n = 0) => done.files.filter(({ port }) => port === 'alignment')[n]!.text;
const rowsOf = (done: TestRun) => done.values<{ query: string; target: string }>('rows');
const targets = (done: TestRun) => rowsOf(done).map(({ target }) => target);

/** Each round of a search takes more than a second. The long form has the three rounds of ColabFold, which are the default. */
const iterations = long ? 3 : 2;

/** The steps of `colabfold_search` of ColabFold 1.6 for a database of sequences, typed from its source. */
const STEPS = `createdb query.fa qdb --shuffle 0
createdb db.fa db --shuffle 0
search qdb db res tmp --num-iterations ${iterations} -a -e 0.1 --max-seqs 10000 -s 8
mvdb tmp/latest/profile_${iterations - 2} prof_res
lndb qdb_h prof_res_h
align prof_res db res res2 -e 10 --max-accept 100000 --alt-ali 10 -a
filterresult qdb db res2 res3 --qid 0 --qsc 0.8 --diff 0 --max-seq-id 1.0 --filter-min-enable 100
result2msa qdb db res3 out --msa-format-mode 6 --filter-msa 1 --filter-min-enable 1000 --diff 3000 --qid 0.0,0.2,0.4,0.6,0.8,1.0 --qsc 0 --max-seq-id 0.95`;

const alignGlobins = () => runNative(tool, [globin(), database()], { iterations });
let aligned: ReturnType<typeof alignGlobins> | undefined;
/** Aligns the globins once for all tests. */
const alignedGlobins = () => (aligned ??= alignGlobins());

describe('msa-search with its program', () => {
  it('writes what the steps of ColabFold write: 48 globins, readable as A3M', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-msa-'));
    try {
      writeFileSync(join(folder, 'query.fa'), globin().text);
      writeFileSync(join(folder, 'db.fa'), database().text);
      const env = { ...process.env, MMSEQS_CALL_DEPTH: '1' };
      for (const step of STEPS.split('\n')) execFileSync('mmseqs', step.split(' '), { cwd: folder, env });
      const expected = readFileSync(join(folder, 'out'), 'latin1').replace('\0', '');
      const done = await alignedGlobins();
      // MMseqs2 shortens the names of UniProt to accessions; one that is spelled out has the same columns.
      const bare = (text: string) => text.replace(/^>\S+/gm, '>');
      const numbers = (text: string) =>
        text
          .replace(/\t([\d.]+E[+-]\d+)\t/g, (_, e) => `\t${Number(e)}\t`)
          .replace(/\t0\.(\d+?)0*\t/g, '\t0.$1\t')
          .replace(/\t1\.0+\t/g, '\t1\t');
      expect(numbers(bare(a3mOf(done)))).toBe(numbers(bare(expected)));
      expect(new Set(targets(done)).size).toBe(48);
      const input = { id: 'a', slotId: 'alignment', kind: 'msa', format: 'A3M', text: a3mOf(done) };
      const read = readAlignment([input], alignmentSlot());
      expect(read.problems).toEqual([]);
      expect(read.records).toHaveLength(1 + done.values('rows').length);
      const query = read.records[0]!.row.replaceAll('-', '');
      expect(query).toBe(globin().text.split('\n').slice(1).join(''));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives the same rows for other names, order and case; keeps selenocysteine, and rows of a coverage', async () => {
    const records = database()
      .text.trimEnd()
      .split(/^(?=>)/m);
    const other = records.toReversed().map((record, i) => {
      const [, ...residues] = record.split('\n');
      return `>r${records.length - 1 - i}\n${residues.join('\n').toLowerCase()}`;
    });
    const nothing = '>none\nMWWHCPYMFWKHDEWRRWCCPMWHQQNNDDEEWY\n';
    const ubiquitin = readTestData('ubiquitin.fasta');
    const queries = `${globin().text}${nothing}${ubiquitin}`;
    const sequence = ubiquitin.split('\n').slice(1).join('');
    const more = `>sec of mine\n${sequence.slice(0, 60)}U${sequence.slice(61)}\n>half\n${sequence.slice(0, 38)}\n`;
    const inputs = [searchInput('queries', queries), searchInput('database', `${other.join('').trimEnd()}\n${more}`)];
    const [one, two] = [await alignedGlobins(), await runNative(tool, inputs, { iterations, min_coverage: 0.6 })];
    expect(two.values('summary')).toMatchObject([{ sequences: 48 }, { query: 'none', rows: 0 }, { sequences: 2 }]);
    const names = records.map((record) => record.slice(1).split(/\s/)[0]!);
    const renamed = rowsOf(two)
      .filter(({ query }) => query === rowsOf(one)[0]!.query)
      .map(({ target }) => names[Number(target.slice(1))]!);
    expect(renamed.toSorted()).toEqual(targets(one).toSorted());
    // A query that finds nothing is aligned with itself only.
    expect(a3mOf(two, 1)).toBe(nothing);
    const ofUbiquitin = rowsOf(two).filter(({ query }) => query !== rowsOf(one)[0]!.query);
    expect(ofUbiquitin.map(({ target }) => target)).toContain('sec');
    expect(ofUbiquitin.map(({ target }) => target)).not.toContain('half');
    expect(a3mOf(two, 2)).toMatch(/^>sec.*\n[A-Z]*U[A-Z]*$/m);
    expect(two.files.filter(({ port }) => port === 'picture')).toHaveLength(2);
  });
});
