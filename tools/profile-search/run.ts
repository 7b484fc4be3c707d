import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { readFamilies } from './families.ts';
import { parseHhr, restoreHhr } from './hhr.ts';
import { datasetLibrary, uploadedLibrary } from './library.ts';
import { contract, type Hit, hitColumns, query as querySlot } from './tool.ts';

const THREADS = contract.limits.cpuCores;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const asked = readSequences(job.inputs, querySlot);
  const query = asked.records[0]!;
  const { families, notes: read } = readFamilies(job.inputs);
  const notes = new Notes(job);
  for (const one of [asked, ...read]) notes.read(one);
  writeFileSync(join(job.workdir, 'query.fa'), `>query\n${withoutRareLetters(query.sequence)}\n`);
  const library = job.dataset ? datasetLibrary(job.dataset) : uploadedLibrary(job, families);
  const { evalue, probability, inclusion_evalue, mode } = job.settings;
  const { stopped } = await runProgram({
    program: programs.hhsearch,
    args: [
      ...[
        '-i',
        'query.fa',
        '-d',
        library.path,
        '-o',
        'found.hhr',
        '-oa3m',
        'found.a3m',
        '-v',
        '1',
        '-cpu',
        String(THREADS),
      ],
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
  const hits = parseHhr(report).map(({ header, numbers }) => {
    const { inputId, ...found } = library.foundBy(header);
    const hit: Hit = { query: query.name, ...found, ...numbers };
    return { hit, sources: [query.inputId, ...(inputId === undefined ? [] : [inputId])] };
  });
  for (const [i, { hit, sources }] of hits.entries()) job.item('hits', hit, { sourceInputIds: sources, rank: i + 1 });
  const rows = hits.map(({ hit }) => hit);
  job.file('hits_table', 'hits.tsv', writeTsv(hitColumns, rows), place);
  job.file('report', 'hits.hhr', restoreHhr(report, query.name, library.nameOf), place);
  const found = readOutput(programs.hhsearch, join(job.workdir, 'found.a3m'));
  job.file('alignment', 'hits.a3m', library.restore(found, query), place);
  job.item(
    'summary',
    { query: query.name, length: query.sequence.length, hits: hits.length, searched: library.count },
    place,
  );
  job.progress(1, 1);
};
