import type { Run } from '../contract.ts';
import { kindOfRows, noteAlphabet } from '../shared/msa/alphabet.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { residueLetters } from '../shared/residueCodes.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { logoPicture } from './picture.ts';
import { type Stack, stacksOf } from './stacks.ts';
import { alignment } from './tool.ts';

/** Columns between two checks of the stop signal. */
const COLUMNS_PER_PAUSE = 500;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const inputId = job.inputs[0]!.id;
  const notes = new Notes(job);
  notes.read(read);
  const kind = kindOfRows(records, job.settings.alphabet);
  noteAlphabet(notes, inputId, records, job.settings.alphabet, kind);
  const rows = records.map(({ row }) => row);
  const place = { sourceInputIds: [inputId] };
  const stacks: Stack[] = [];
  for (const stack of stacksOf(rows, kind, job.settings.small_sample as boolean)) {
    job.item('columns', rowOf(stack), place);
    const done = stacks.push(stack);
    job.progress(done, rows[0]!.length);
    if (done % COLUMNS_PER_PAUSE === 0 && !(await goOn(job.signal))) break;
  }
  if (job.settings.small_sample && stacks.every(({ information }) => information === 0))
    notes.warn(inputId, 'alignment', 'the correction for few rows leaves no information; see the setting small_sample');
  const letters = [...residueLetters(kind)];
  const columns = ['column', 'known', 'entropy_bits', 'correction_bits', 'information_bits', ...letters];
  const table = stacks.map(rowOf).map(({ heights, ...row }) => ({ ...row, ...heights }));
  job.file('logo_table', 'logo.tsv', writeTsv(columns, table), place);
  const shown = stacks.slice((job.settings.first as number) - 1, job.settings.last as number);
  const unit = job.settings.unit as 'bits' | 'probability';
  if (shown.length > 0) job.file(PICTURE, 'logo.svg', logoPicture(shown, { kind, rows: rows.length, unit }), place);
};

function rowOf({ column, known, entropy, correction, information, parts }: Stack) {
  return {
    column,
    known,
    entropy_bits: entropy === null ? null : round(entropy),
    correction_bits: round(correction),
    information_bits: round(information),
    heights: Object.fromEntries(parts.map(([letter, part]) => [letter, round(part * information)])),
  };
}

const round = (value: number) => Number(value.toFixed(6)) + 0;
