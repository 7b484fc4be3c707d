import { Readable } from 'node:stream';
import { streamJobLog as operation } from '@rotamer/api/operations/jobs/streamJobLog.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { beginStream } from '@rotamer/streams/beginStream.ts';
import { type LogPlace, LogStream, type ReadLog } from '@rotamer/streams/logs/logStream.ts';
import { createOpenStreams } from '@rotamer/streams/openStreams.ts';
import { goneMessages, streamHeaders } from '@rotamer/streams/streamHeaders.ts';
import { callerOf, callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

const READ_EVERY_MS = 1_000;

/** Most bytes of one event. */
const PART_BYTES = 256 * 1024;

/** How long a read of an open stream may take. */
const READ_WITHIN_MS = 5_000;

/** GET /jobs/{jobId}/log/stream: the log of a job as server-sent events. */
export const streamJobLog = handler(
  operation,
  ({ jobs, keys, streamSlots, clock }, app) => {
    const open = createOpenStreams(clock);
    // Streams end before the server waits for its connections: clients reconnect to another replica.
    app.addHook('preClose', async () => open.endAll());
    return async (request, reply) => {
      const jobId = jobIdOf(request.params);
      const { attempt } = request.query;
      const place = placeOf(request.headers['last-event-id']);
      const wanted = place ?? { attempt, after: 0 };
      const read = { jobId, maxBytes: PART_BYTES };
      if (request.method === 'HEAD') {
        await jobs.readLog({ ...read, ...wanted }, callScope(request, reply));
        // Not an empty text: that would claim a length.
        return reply.headers(streamHeaders).code(200).send(Readable.from([]));
      }
      const credential = request.credential!;
      const { keyId, workspaceId } = credential;
      const caller = callerOf(request);
      const readLater: ReadLog = (at) =>
        jobs.readLog({ ...read, ...at }, { caller, deadlineMs: Date.now() + READ_WITHIN_MS });
      const free = streamSlots.take({ keyId, workspaceId });
      const stream = new LogStream({ read: readLater, place, onlyAttempt: attempt, everyMs: READ_EVERY_MS });
      open.add(stream);
      const unwatchKey = keys.watch(credential, () => stream.fail(goneMessages[credential.kind]));
      const leave = () => {
        stream.stop();
        free();
        unwatchKey();
        open.delete(stream);
      };
      // The client may have disconnected while its key was checked.
      if (reply.raw.closed) leave();
      else reply.raw.on('close', leave);
      stream.first(await jobs.readLog({ ...read, ...wanted }, callScope(request, reply)));
      return reply.headers(streamHeaders).code(200).send(stream);
    };
  },
  { onSend: beginStream },
);

/** Returns the place that a client has reached, from the id of the last event that it has. */
function placeOf(lastId: unknown): LogPlace | undefined {
  if (lastId === undefined) return undefined;
  const [, attempt, after] = /^(\d{1,6})-(\d{1,15})$/.exec(String(lastId)) ?? [];
  if (attempt === undefined) {
    throw validationFault([{ path: 'Last-Event-ID', message: 'must be the id of an event of this stream' }]);
  }
  return { attempt: Number(attempt), after: Number(after) };
}
