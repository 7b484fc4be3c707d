import type { BatchQuote, BatchRequest, JobRequest } from '@rotamer/client';
import { count, credits } from '../words/numbers.ts';
import type { Price } from './PricePanel.tsx';
import type { FormProblem } from './runForm.ts';
import { splitRecords } from './splitRecords.ts';

/** Most jobs that one form starts: as many as the API takes in a request. */
const MAX_JOBS = 100;

/** A batch that a form stands for: a job for each record of one slot. */
export interface MadeBatch {
  batch: BatchRequest;
  problems: FormProblem[];
}

/**
 * Returns the batch with a job for each record of a slot; the other inputs and the settings are the same in all. `texts` has the
 * contents of saved files, by id.
 */
export function batchOf(request: JobRequest, slotId: string, texts: ReadonlyMap<string, string>): MadeBatch {
  const { tool, name, settings, project_id, max_quoted_credits: cap, billing } = request;
  const [split, others] = [true, false].map((isSplit) =>
    request.input.inputs.filter((input) => (input.slotId === slotId) === isSplit),
  ) as [JobRequest['input']['inputs'], JobRequest['input']['inputs']];
  const records = split.flatMap((input) => {
    const text = input.source.type === 'file' ? texts.get(input.source.file_id ?? '') : input.content;
    return splitRecords(input.format, text ?? '').map((record) => ({ ...record, input }));
  });
  const problems: FormProblem[] = [];
  const field = `slot.${slotId}.0`;
  if (records.length === 0) problems.push({ field, message: 'There is no record yet.' });
  if (records.length > MAX_JOBS)
    problems.push({
      field,
      message:
        `This has ${count(records.length, 'record')}. A form starts at most ${MAX_JOBS} jobs: run all records as one job, ` +
        'or send them with “rotamer batches create”.',
    });
  const ids = uniqueNames(records.map((record) => record.name));
  const submissions = records.slice(0, MAX_JOBS).map(({ text, input }, n) => ({
    custom_id: ids[n]!,
    tool,
    input: {
      inputs: [
        ...others,
        {
          id: slotId,
          slotId,
          kind: input.kind,
          format: input.format,
          source: { type: 'text' as const },
          content: text,
        },
      ],
    },
    settings,
    ...(billing && { billing }),
  }));
  const batch = {
    name,
    submissions,
    ...(project_id && { project_id }),
    ...(cap !== undefined && { max_credits: cap }),
  };
  return { batch: batch as BatchRequest, problems };
}

/** Longest id of a submission, in characters, with room for a number. */
const MAX_ID = 110;

/** Returns a different id for each name: `hen`, `hen_2`, and `record_3` for a record without a name. */
function uniqueNames(names: string[]): string[] {
  const used = new Set<string>();
  return names.map((name, n) => {
    const base = name.slice(0, MAX_ID) || `record_${n + 1}`;
    let id = base;
    for (let again = 2; used.has(id); again++) id = `${base}_${again}`;
    used.add(id);
    return id;
  });
}

/** Returns the price of a batch as the panel shows it. */
export function priceOfBatch(quote: BatchQuote, slotId: string): Price {
  const { estimated_credits, available_credits, reserved_credits, metered_submissions, submissions } = quote;
  const problems = quote.problems.map(({ custom_id, line, path, message }) => ({
    field: path.startsWith('settings.') ? `set.${path.slice('settings.'.length)}` : `slot.${slotId}.0`,
    message: `${custom_id ?? `record ${line}`}: ${message}`,
  }));
  if (reserved_credits > available_credits)
    problems.push({
      field: '',
      message: `The jobs reserve ${credits(reserved_credits)}, and ${credits(available_credits)} are available.`,
    });
  return {
    problems,
    jobs: submissions,
    quote: {
      estimated_credits,
      available_credits,
      billing: { mode: metered_submissions > 0 ? 'metered_runtime' : 'fixed' },
      blocking_errors: [],
    },
  };
}
