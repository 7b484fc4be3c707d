import { getJobLog as operation } from '@rotamer/api/operations/jobs/getJobLog.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { sendBuffer } from '@rotamer/results/sendBytes.ts';
import { headOf, textOf } from '@rotamer/streams/logs/logText.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /jobs/{jobId}/log: what the programs of a job wrote, complete or a range. */
export const getJobLog = handler(operation, ({ jobs }) => async (request, reply) => {
  const jobId = jobIdOf(request.params);
  const { attempt } = request.query;
  const log = await jobs.readLog({ jobId, attempt }, callScope(request, reply));
  const bytes = Buffer.from(`${headOf(log)}${textOf(log.parts, 0).text}`);
  // Equal bytes have an equal tag: parts are only deleted when the log gets longer.
  const etag = `"${log.attempt}-${log.endsAt}"`;
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': attachment(`${jobId}.log`),
    etag,
  };
  return sendBuffer(request, reply, { bytes, etag, headers });
});
