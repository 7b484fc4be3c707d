import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { writeAlignment } from '../shared/msa/writeAlignment.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { safeId, withoutRareLetters } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { restoreRows } from './alignmentRows.ts';
import { check } from './check.ts';
import { type Family, readFamilies } from './families.ts';
import { writeHhDatabase } from './ffindex.ts';
import { parseHhr, restoreHhr } from './hhr.ts';
import { contract, type Hit, hitColumns, query as querySlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const asked = readSequences(job.inputs, querySlot);
  const query = asked.records[0]!;
  const { families, notes: read } = readFamilies(job.inputs);
  const notes = new Notes(job);
  for (const one of [asked, ...read]) notes.read(one);
  writeFileSync(join(job.workdir, 'query.fa'), `>query\n${withoutRareLetters(query.sequence)}\n`);
  writeHhDatabase(job.workdir, 'db', families.map(asA3m));
  const { evalue, probability, inclusion_evalue, mode } = job.settings;
  const { stopped } = await runProgram({
    program: programs.hhsearch,
    args: [
      ...['-i', 'query.fa', '-d', 'db', '-o', 'found.hhr', '-oa3m', 'found.a3m', '-v', '1', '-cpu', String(THREADS)],
      ...['-E', String(evalue), '-p', String(probability), '-e', String(inclusion_evalue), '-z', '0', '-b', '0'],
      mode === 'global' ? '-glob' : '-loc',
    ],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const report = readOutput(programs.hhsearch, join(job.workdir, 'found.hhr'));
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  const hits = parseHhr(report).map(({ template, numbers }): Hit & { inputId: string } => {
    const { name, rows, inputId } = families[template]!;
    return { query: query.name, target: name, representative: rows[0]!.name, ...numbers, inputId };
  });
  for (const [i, { inputId, ...hit }] of hits.entries())
    job.item('hits', hit, { sourceInputIds: [query.inputId, inputId], rank: i + 1 });
  job.file('hits_table', 'hits.tsv', writeTsv(hitColumns, hits), place);
  job.file(
    'report',
    'hits.hhr',
    restoreHhr(report, query.name, (index) => families[index]!.name),
    place,
  );
  const found = readOutput(programs.hhsearch, join(job.workdir, 'found.a3m'));
  job.file('alignment', 'hits.a3m', restoreRows(found, query, families), place);
  job.item(
    'summary',
    { query: query.name, length: query.sequence.length, hits: hits.length, searched: families.length },
    place,
  );
  job.progress(1, 1);
};

/** Returns an alignment for the program. The first row has the safe id of the family, the others that of their place. */
function asA3m({ rows }: Family, index: number) {
  const named = rows.map(({ row }, i) => ({
    name: i === 0 ? safeId(index) : `${safeId(index)}.${i}`,
    sequence: withoutRareLetters(row),
  }));
  const a3m = writeAlignment(named, 'a3m', true);
  const first = a3m.slice(a3m.indexOf('\n') + 1, a3m.indexOf('\n>') === -1 ? undefined : a3m.indexOf('\n>'));
  return { a3m, columns: first.replace(/[a-z\n]/g, '').length };
}
