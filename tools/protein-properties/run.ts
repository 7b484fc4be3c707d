import type { Run } from '../contract.ts';
import { goOn } from '../shared/pause.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { hydropathyProfile } from './hydropathyProfile.ts';
import { type Properties, protParam } from './protParam.ts';
import { sequences } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readSequences(job.inputs, sequences);
  const rows: Properties[] = [];
  for (const { name, sequence, inputId } of records) {
    const row = protParam(name, sequence, job.settings.charge_ph as number);
    job.item('properties', row, { sourceInputIds: [inputId] });
    job.progress(rows.push(row), records.length);
    if (!(await goOn(job.signal))) break;
  }
  const table = rows.map(({ composition, ...row }) => ({ ...row, ...composition }));
  const sourceInputIds = [...new Set(records.slice(0, rows.length).map(({ inputId }) => inputId))];
  job.file('properties_table', 'properties.tsv', writeTsv(Object.keys(table[0]!), table), { sourceInputIds });
  for (const [i, { name, sequence, inputId }] of records.slice(0, Math.min(rows.length, MAX_PICTURES)).entries()) {
    const place = { sourceInputIds: [inputId] };
    job.file(PICTURE, numbered('hydropathy', i + 1, 'svg'), hydropathyProfile(name, sequence), place);
  }
};
