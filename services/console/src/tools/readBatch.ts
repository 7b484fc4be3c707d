import type { JobRequest } from '@rotamer/client';
import type { Api } from '../api/openApi.ts';
import { batchOf, type MadeBatch } from './batchOfForm.ts';

/** Most bytes of a saved file that is split into records. */
const MAX_SPLIT = 2 * 1024 * 1024;

const UNREADABLE = 'The file cannot be read at the moment.';
const TOO_LARGE =
  'This file is larger than 2 MiB, the most that a form splits: run all records as one job, or send them with “rotamer batches create”.';

/** Returns the batch of a form. A file that was not read to its end gives no batch, which would lack records. */
export async function readBatch(api: Api, slotId: string, request: JobRequest): Promise<MadeBatch> {
  const { texts, problems } = await textsOf(api, request, slotId);
  const made = batchOf(request, slotId, texts);
  return problems.length > 0 ? { ...made, problems } : made;
}

/** Reads the saved files of a slot that is split into records. */
async function textsOf(api: Api, { input }: JobRequest, slotId: string) {
  const ids = input.inputs.flatMap(({ source, slotId: id }) =>
    id === slotId && source.type === 'file' && source.file_id ? [source.file_id] : [],
  );
  const signal = AbortSignal.timeout(10_000);
  const texts = new Map<string, string>();
  const problems: MadeBatch['problems'] = [];
  const read = async (id: string): Promise<void> => {
    const headers = { range: `bytes=0-${MAX_SPLIT - 1}` };
    const response = await api.open(`/files/${encodeURIComponent(id)}/bytes`, { headers, signal });
    const [, size = '0'] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const problem = !response.ok ? UNREADABLE : Number(size) > MAX_SPLIT ? TOO_LARGE : undefined;
    if (problem) problems.push({ field: `slot.${slotId}.0`, message: problem });
    texts.set(id, await response.text());
  };
  await Promise.all(ids.map(read));
  return { texts, problems };
}
