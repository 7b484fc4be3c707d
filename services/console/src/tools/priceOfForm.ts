import { ApiError, type JobQuote, type JobRequest, ValidationError } from '@rotamer/client';
import type { Api } from '../api/openApi.ts';
import { credits } from '../words/numbers.ts';
import { priceOfBatch } from './batchOfForm.ts';
import type { Price } from './PricePanel.tsx';
import { readBatch } from './readBatch.ts';
import { fieldProblems, type Made } from './requestOf.ts';
import type { RunForm } from './runForm.ts';

/** Asks the API for the price. A request that the API refuses is not an error of the page: the form says what to change. */
export async function priceOf(api: Api, form: RunForm, { request, problems, repeats }: Made): Promise<Price> {
  if (problems.length > 0) return { problems };
  if (request.input.inputs.length === 0 && !repeats) return { problems: [], empty: true };
  if (form.each !== '') return priceOfEach(api, form.each, request);
  // A quote takes what the price depends on.
  const { tool, input, settings, billing } = request;
  try {
    const quote = repeats
      ? await api.jobs.at(repeats.jobId).quoteRerun({ settings: repeats.changes.settings, billing })
      : await api.jobs.quote({ tool, input, settings, billing });
    return { quote, problems: capProblems(request, quote) };
  } catch (error) {
    return refusal(request, error);
  }
}

async function priceOfEach(api: Api, slotId: string, request: JobRequest): Promise<Price> {
  const { batch, problems } = await readBatch(api, slotId, request);
  if (problems.length > 0) return { problems };
  const { submissions } = batch;
  try {
    const price = priceOfBatch(await api.batches.quote({ submissions }), slotId);
    return { ...price, problems: [...price.problems, ...capProblems(request, price.quote!)] };
  } catch (error) {
    return refusal(request, error);
  }
}

function capProblems(
  { max_quoted_credits: cap }: JobRequest,
  { estimated_credits }: Pick<JobQuote, 'estimated_credits'>,
): Price['problems'] {
  if (cap === undefined || cap >= estimated_credits) return [];
  return [{ field: 'cap', message: `This costs ${credits(estimated_credits)}, more than this cap.` }];
}

/** Returns why the API refused a request, at the fields that it named. A session that has ended is not a refusal of the form. */
export function refusal(request: JobRequest, error: unknown): Price {
  if (!(error instanceof ApiError) || error.status === 401) throw error;
  if (error instanceof ValidationError && error.problems.length > 0)
    return { problems: fieldProblems(request, error.problems) };
  const message = [error.message, error.resolution].filter(Boolean).join(' ');
  return error.status === 429 || error.status >= 500
    ? { problems: [], lost: message }
    : { problems: [{ field: '', message }] };
}
