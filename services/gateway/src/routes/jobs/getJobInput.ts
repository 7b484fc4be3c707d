import { getJobInput as operation } from '@rotamer/api/operations/jobs/getJobInput.ts';
import { BINARY } from '@rotamer/api/schemas/bytes.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { labelledFile } from '@rotamer/kit/blobs/labelledFile.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { sendBuffer, sendBytes } from '@rotamer/results/sendBytes.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /jobs/{jobId}/inputs/{inputNumber}: the bytes of one input of a job, complete or a range. */
export const getJobInput = handler(operation, ({ jobs, blobs }) => async (request, reply) => {
  const jobId = jobIdOf(request.params);
  const number = numberOf(request.params);
  const { input, bytes } = await jobs.locateInput({ jobId, number }, callScope(request, reply));
  const { name, label, format, sha256 } = input!;
  const extension = /^\w+$/.test(format) ? format.toLowerCase() : 'txt';
  const fileName = name || labelledFile(label ?? '', extension) || `input-${number}.${extension}`;
  const headers = { 'content-type': BINARY, 'content-disposition': attachment(fileName) };
  if (bytes?.$case !== 'stored') {
    const etag = `"${sha256}"`;
    return sendBuffer(request, reply, { bytes: Buffer.from(bytes?.value ?? ''), etag, headers: { ...headers, etag } });
  }
  if (!(await sendBytes(request, reply, { blobs, key: bytes.value.key, sha256, headers }))) throw deleted();
  return reply;
});

/** A number that no input can have is not_found, without a call. */
function numberOf({ inputNumber }: { inputNumber: string }): number {
  if (!/^[1-9]\d{0,3}$/.test(inputNumber)) throw notFound('input of the job');
  return Number(inputNumber);
}

function deleted(): Fault {
  return new Fault('not_found', 'The bytes of this input were deleted.', {
    resolution: 'The SHA-256 of the input says which file it was. Upload that file again to use it.',
  });
}
