import type { Static } from 'typebox';
import { type Run, ToolError } from '../contract.ts';
import { goOn } from '../shared/pause.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check, readCompiledPatterns } from './check.ts';
import { scannerOf } from './scan.ts';
import { type hit, sequences } from './tool.ts';

/** Some 15 MB of rows, unless the matches are long. */
const MAX_HITS = 100_000;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  const patterns = readCompiledPatterns(job.inputs).compiled.map((one) => ({ ...one, scan: scannerOf(one.pattern) }));
  const rows: Static<typeof hit>[] = [];
  const sources = new Set(patterns.map(({ inputId }) => inputId));
  for (const [i, { name, sequence, inputId }] of records.entries()) {
    sources.add(inputId);
    for (const pattern of patterns) {
      for (const { start, end } of pattern.scan(sequence, job.settings.overlapping as boolean)) {
        if (rows.length >= MAX_HITS)
          throw new ToolError(`there are more than ${MAX_HITS} hits; use fewer sequences or more specific patterns`);
        const row = { sequence: name, pattern: pattern.name, start: start + 1, end, match: sequence.slice(start, end) };
        job.item('hits', row, { sourceInputIds: [inputId, pattern.inputId] });
        rows.push(row);
      }
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  const table = writeTsv(['sequence', 'pattern', 'start', 'end', 'match'], rows);
  job.file('hits_table', 'hits.tsv', table, { sourceInputIds: [...sources] });
};
