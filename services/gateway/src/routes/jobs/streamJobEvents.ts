import { Readable } from 'node:stream';
import { streamJobEvents as operation } from '@rotamer/api/operations/jobs/streamJobEvents.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { beginStream } from '@rotamer/streams/beginStream.ts';
import { EventStream } from '@rotamer/streams/eventStream.ts';
import { createOpenStreams } from '@rotamer/streams/openStreams.ts';
import { goneMessages, streamHeaders } from '@rotamer/streams/streamHeaders.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** A stream opened during shutdown shows the current job and ends after this. */
const LAST_LOOK_MS = 500;

/** GET /jobs/{jobId}/events: the changes of a job as server-sent events. */
export const streamJobEvents = handler(
  operation,
  ({ jobs, hub, keys, streamSlots, clock }, app) => {
    const open = createOpenStreams(clock);
    let stopping = false;
    // Streams end before the server waits for its connections: clients reconnect to another replica.
    app.addHook('preClose', async () => {
      stopping = true;
      open.endAll();
    });
    return async (request, reply) => {
      const jobId = jobIdOf(request.params);
      if (request.method === 'HEAD') {
        await jobs.get({ jobId }, callScope(request, reply));
        // Not an empty text: that would claim a length.
        reply.headers(streamHeaders);
        return reply.code(200).send(Readable.from([]));
      }
      const credential = request.credential!;
      const { keyId, workspaceId, projectIds } = credential;
      // A job that was moved out of the projects of its key is not shown any more.
      const isWithin = ({ projectId }: Job) =>
        !projectIds || (projectId !== undefined && projectIds.includes(projectId));
      const free = streamSlots.take({ keyId, workspaceId });
      const stream = new EventStream();
      open.add(stream);
      if (stopping) setTimeout(() => stream.end(), LAST_LOOK_MS);
      // Watching begins before the snapshot is read, so that no change is missed between the two.
      const unwatch = hub.watch(jobId, {
        changed: (job) => (isWithin(job) ? stream.offer(job) : stream.end()),
        gone: () => stream.end(),
      });
      const unwatchKey = keys.watch(credential, () => stream.fail(goneMessages[credential.kind]));
      const leave = () => {
        free();
        unwatch();
        unwatchKey();
        open.delete(stream);
      };
      // The client may have disconnected while its key was checked.
      if (reply.raw.closed) leave();
      else reply.raw.on('close', leave);
      stream.offer(await jobs.get({ jobId }, callScope(request, reply)));
      reply.headers(streamHeaders);
      return reply.code(200).send(stream);
    };
  },
  { onSend: beginStream },
);
