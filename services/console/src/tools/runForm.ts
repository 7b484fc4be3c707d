import type { File, JobDetails, JobRequest, Tool } from '@rotamer/client';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import { settingsOf, textsOf } from './settingFields.ts';

/** One box of a slot: a pasted text, or a saved file. */
export interface Box {
  text: string;
  fileId: string;
}

/** What stands in the form of a tool. */
export interface RunForm {
  name: string;
  projectId: string;
  /** The most credits that the job may cost; empty: no cap. */
  cap: string;
  /** The boxes of each slot, by the slot's id. */
  boxes: Record<string, Box[]>;
  /** The texts of each setting, by its name. */
  settings: Record<string, string[]>;
  /** The id of a job whose inputs are taken while all boxes are empty; else empty. */
  from: string;
  /** The slot of which each record becomes a job; empty: one job takes all. */
  each: string;
}

/** A file of the library that a form offers. */
export type SavedFile = Pick<File, 'id' | 'original_name' | 'format'> &
  Partial<Pick<File, 'job_id' | 'job_name' | 'tool'>>;

/** A problem, and the field that it is about: `slot.sequences.0`, `set.charge_ph`, `cap`; empty: the whole form. */
export interface FormProblem {
  field: string;
  message: string;
}

/** Most boxes of one slot. More inputs come as records of one text, or as a batch. */
const MAX_BOXES = 20;

/** Returns an empty form, with as many boxes as the slots need. */
export function emptyForm(tool: Tool): RunForm {
  const boxes = Object.fromEntries(tool.input.slots.map((slot) => [slot.id, emptyBoxes(Math.max(1, slot.min ?? 0))]));
  const settings = settingsOf(tool).map(({ name, field, schema }) => [name, textsOf(field, schema.default)]);
  return { name: tool.name, projectId: '', cap: '', boxes, settings: Object.fromEntries(settings), from: '', each: '' };
}

const emptyBoxes = (count: number): Box[] => Array.from({ length: count }, () => ({ text: '', fileId: '' }));

/** Returns the form that sends a request. */
export function formOfRequest(tool: Tool, request: JobRequest): RunForm {
  const form = emptyForm(tool);
  form.name = request.name;
  for (const slot of tool.input.slots) {
    const given = request.input.inputs.filter(({ slotId }) => slotId === slot.id);
    const boxes = given.map(({ content = '', source }) => ({
      text: content,
      fileId: (source.type === 'file' && source.file_id) || '',
    }));
    form.boxes[slot.id] = [...boxes, ...form.boxes[slot.id]!.slice(boxes.length)];
  }
  for (const { name, field } of settingsOf(tool)) {
    const value = request.settings?.[name];
    if (value !== undefined) form.settings[name] = textsOf(field, value);
  }
  return form;
}

/** Puts a saved file into the first slot that takes it. */
export function chooseFile(tool: Tool, form: RunForm, file: SavedFile): void {
  const slot = tool.input.slots.find((one) => fitToSlot(one, file.format, { name: file.original_name, text: '' }));
  const box = slot && form.boxes[slot.id]?.[0];
  if (box) Object.assign(box, { text: '', fileId: file.id });
}

/** Returns the ids of the files that are chosen in a form. */
export function chosenFiles({ boxes }: RunForm): string[] {
  return Object.values(boxes).flatMap((some) => some.map(({ fileId }) => fileId).filter((id) => id !== ''));
}

/** Returns the form that runs a job again: with its settings, and empty boxes, which stand for its inputs. */
export function formOfJob(tool: Tool, job: Pick<JobDetails, 'id' | 'name' | 'settings'>): RunForm {
  const form = emptyForm(tool);
  for (const { name, field } of settingsOf(tool)) form.settings[name] = textsOf(field, job.settings[name]);
  return { ...form, name: job.name ?? tool.name, from: job.id };
}

/** Reads the form that a browser sent. Fields that the tool does not have are left out. */
export function readForm(tool: Tool, fields: URLSearchParams): RunForm {
  const one = (name: string) => fields.get(name)?.trim() ?? '';
  const from = /^job_\w{1,60}$/.test(one('from')) ? one('from') : '';
  const form: RunForm = {
    name: one('name'),
    projectId: one('project'),
    cap: one('cap'),
    boxes: {},
    settings: {},
    from,
    each: tool.input.slots.some(({ id }) => id === one('each')) ? one('each') : '',
  };
  for (const slot of tool.input.slots) {
    const texts = fields.getAll(`slot.${slot.id}`).slice(0, MAX_BOXES);
    const files = fields.getAll(`file.${slot.id}`);
    const boxes = texts.map((text, n) => ({ text: text.replaceAll('\r\n', '\n'), fileId: files[n] ?? '' }));
    form.boxes[slot.id] = boxes.length > 0 ? boxes : emptyBoxes(1);
  }
  for (const { name } of settingsOf(tool)) form.settings[name] = fields.getAll(`set.${name}`);
  return form;
}
