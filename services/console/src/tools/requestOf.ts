import type { JobRequest, JobRerunRequest, SubmittedInput, Tool } from '@rotamer/client';
import { signedFormat } from '@rotamer/formats/detect.ts';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import type { Box, FormProblem, RunForm, SavedFile } from './runForm.ts';
import { readSetting, settingsOf } from './settingFields.ts';
import { tableAsRecords } from './splitRecords.ts';

type Slot = Tool['input']['slots'][number];

/** The request that a form stands for. */
export interface Made {
  request: JobRequest;
  /** What keeps the request from being complete. */
  problems: FormProblem[];
  /** The job whose inputs are taken, because all boxes are empty. */
  repeats?: { jobId: string; changes: JobRerunRequest };
}

/** Returns the request that a form stands for. */
export function requestOf(tool: Tool, form: RunForm, files: readonly SavedFile[]): Made {
  const problems: FormProblem[] = [];
  const inputs = tool.input.slots.flatMap((slot) => {
    const boxes = form.boxes[slot.id] ?? [];
    return inputsOf(slot, form.each === slot.id ? boxes.map(withRecords) : boxes, files, problems);
  });
  const settings: Record<string, unknown> = {};
  for (const { name, field } of settingsOf(tool)) {
    try {
      const value = readSetting(field, form.settings[name] ?? []);
      if (value !== undefined) settings[name] = value;
    } catch (error) {
      problems.push({ field: `set.${name}`, message: (error as Error).message });
    }
  }
  const request: JobRequest = { tool: tool.id, name: form.name || tool.name, input: { inputs }, settings };
  if (form.projectId) request.project_id = form.projectId;
  if (form.cap) addCap(tool, request, form.cap, problems);
  if (form.from === '' || inputs.length > 0) return { request, problems };
  const { tool: _, input: __, ...rest } = request;
  // Null stands for the default: a setting that was emptied must not keep the value of the earlier job.
  const all = Object.fromEntries(settingsOf(tool).map(({ name }) => [name, settings[name] ?? null]));
  return { request, problems, repeats: { jobId: form.from, changes: { ...rest, settings: all } } };
}

/** Replaces a table of sequences or molecules by its records. */
function withRecords(box: Box): Box {
  return box.fileId ? box : { ...box, text: tableAsRecords(box.text) ?? box.text };
}

function inputsOf(
  slot: Slot,
  boxes: readonly Box[],
  files: readonly SavedFile[],
  problems: FormProblem[],
): SubmittedInput[] {
  return boxes.flatMap((box, n) => {
    if (!box.fileId && box.text.trim() === '') return [];
    const file = files.find(({ id }) => id === box.fileId);
    const fit = file
      ? fitToSlot(slot, file.format, { name: file.original_name, text: '' })
      : fitToSlot(slot, signedFormat(box.text, slot.acceptedFormats, { loose: true }), { name: '', text: box.text });
    if (!fit) {
      const { acceptedFormats = [] } = slot;
      const message = `This is none of ${acceptedFormats.join(', ')}.`;
      problems.push({ field: `slot.${slot.id}.${n}`, message });
      return [];
    }
    const base = { id: n === 0 ? slot.id : `${slot.id}_${n + 1}`, slotId: slot.id, kind: fit.kind, format: fit.format };
    return [
      file
        ? { ...base, source: { type: 'file' as const, file_id: file.id } }
        : { ...base, source: { type: 'text' as const }, content: box.text },
    ];
  });
}

function addCap(tool: Tool, request: JobRequest, cap: string, problems: FormProblem[]): void {
  const credits = Number(cap);
  if (!Number.isInteger(credits) || credits < 0) {
    problems.push({ field: 'cap', message: 'A cap is a whole number of credits.' });
    return;
  }
  if (tool.credit_model.mode === 'metered_runtime') request.billing = { max_reserved_credits: credits };
  else request.max_quoted_credits = credits;
}

/** Returns the fields of a form that problems of the API are about: `input.inputs[1].content` is the second filled box. */
export function fieldProblems(
  request: JobRequest,
  problems: readonly { path: string; message: string }[],
): FormProblem[] {
  return problems.map(({ path, message }) => ({ field: fieldOf(request, path), message }));
}

function fieldOf({ input }: JobRequest, path: string): string {
  const [, index] = /^input\.inputs\[(\d+)\]/.exec(path) ?? [];
  const sent = index === undefined ? undefined : input.inputs[Number(index)];
  if (sent)
    return `slot.${sent.slotId}.${sent.id === sent.slotId ? 0 : Number(sent.id.slice(sent.slotId.length + 1)) - 1}`;
  const [, setting] = /^settings\.(\w+)/.exec(path) ?? [];
  if (setting) return `set.${setting}`;
  return /credits|billing/.test(path) ? 'cap' : path === 'name' ? 'name' : '';
}
