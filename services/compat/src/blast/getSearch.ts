import { Readable } from 'node:stream';
import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { hasEnded } from '../api/jobs.ts';
import { BadRequest } from '../http/badRequest.ts';
import { openFile } from '../http/openFile.ts';
import type { Asked, Command } from './command.ts';
import { findSearch, ridOf, statusOf } from './findSearch.ts';
import { formatOf } from './formats.ts';
import { statusPage } from './pages.ts';

/** How long a request for a report waits for the search. qblast of Biopython polls at once, and then only every 20 s. */
const WAIT_MS = 15_000;

/** `CMD=Get`: the state of a search with `FORMAT_OBJECT=SearchInfo`, else its report, or its state while it is not ready. */
export const getSearch: Command = async (asked, { readResult }) => {
  const { fields, caller, api, reply } = asked;
  const format = formatOf(fields);
  const onlyStatus = fields.get('FORMAT_OBJECT')?.toLowerCase() === 'searchinfo';
  const job = onlyStatus ? await findSearch(api, fields) : await waitForSearch(asked);
  const status = statusOf(job);
  if (!job || status !== 'READY') {
    // qblast of Biopython polls for ever while a page says FAILED, so a report that never comes has an error status.
    if (!onlyStatus && status !== 'WAITING') reply.code(status === 'UNKNOWN' ? 404 : 410);
    return status === 'FAILED' && job?.error ? `${statusPage(status)}${job.error}\n` : statusPage(status);
  }
  const { files, rowPorts } = await readResult(caller, api, job.id);
  if (onlyStatus) return statusPage(status, rowPorts.includes('hits'));
  const file = files.find(({ output_port_id }) => output_port_id === format.port);
  if (!file) throw new BadRequest('RID is of a search without this report; search again through this service');
  const text = await openFile(api, job.id, file, goneSignal(reply));
  return reply.type(format.type).send(format.change ? Readable.from(format.change(text, ridOf(job))) : text);
};

/** Returns the search of a request, once it has ended or the request has waited long enough. */
async function waitForSearch({ fields, api, reply }: Asked): Promise<PublicJob | undefined> {
  const job = await findSearch(api, fields);
  if (!job || hasEnded(job.status)) return job;
  await api.waitForEnd(job.id, WAIT_MS, goneSignal(reply));
  return findSearch(api, fields);
}
