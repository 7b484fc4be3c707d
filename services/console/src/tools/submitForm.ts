import { hash } from 'node:crypto';
import type { JobRequest } from '@rotamer/client';
import type { Api } from '../api/openApi.ts';
import type { Price } from './PricePanel.tsx';
import { refusal } from './priceOfForm.ts';
import { readBatch } from './readBatch.ts';
import type { Made } from './requestOf.ts';
import type { RunForm } from './runForm.ts';

/** Submits the job. The key holds for this form and this content: a form that is sent twice makes one job, a changed one another. */
export async function submit(
  api: Api,
  form: RunForm,
  { request, problems, repeats }: Made,
  submission: string,
): Promise<{ path: string } | { price: Price }> {
  if (problems.length > 0) return { price: { problems } };
  const idempotencyKey = hash('sha256', `${submission} ${JSON.stringify([request, repeats, form.each])}`);
  try {
    if (form.each !== '') return await submitEach(api, form.each, request, idempotencyKey);
    const job = repeats
      ? await api.jobs.at(repeats.jobId).rerun(repeats.changes, { idempotencyKey })
      : await api.jobs.submit(request, { idempotencyKey });
    return { path: `jobs/${job.id}` };
  } catch (error) {
    return { price: refusal(request, error) };
  }
}

async function submitEach(
  api: Api,
  slotId: string,
  request: JobRequest,
  idempotencyKey: string,
): Promise<{ path: string } | { price: Price }> {
  const { batch, problems } = await readBatch(api, slotId, request);
  if (problems.length > 0) return { price: { problems } };
  const { id } = await api.batches.create(batch, { idempotencyKey });
  return { path: `batches/${id}` };
}
