import { Readable } from 'node:stream';
import { oneOf } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { beginStream } from '../../sse/beginStream.ts';
import { EventStream } from '../../sse/eventStream.ts';
import { createOpenStreams } from '../../sse/openStreams.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from './jobId.ts';

const description = [
  'Server-sent events: `status` with the Job on connection and on every change; `terminal` with the final Job, after which',
  'the stream closes; `ping` with a timestamp every 15 seconds; `error` with a message.',
].join(' ');

/** A stream opened during shutdown shows the current job and ends after this. */
const LAST_LOOK_MS = 500;

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** One event. OpenAPI 3.1 cannot describe the items of a stream; tools take the schema for one of them. */
const jobEvent = Type.Object(
  {
    event: oneOf(['status', 'terminal', 'ping', 'error']),
    data: Type.String({ contentMediaType: 'application/json', description: 'A Job, `{timestamp}` or `{message}`' }),
  },
  { examples: [{ event: 'ping', data: '{"timestamp":"2026-03-01T12:00:15.000Z"}' }] },
);

/** GET /jobs/{jobId}/events: the changes of a job as server-sent events. */
export function streamJobEvents(app: Api, { jobs, hub, keys, streamSlots, clock }: Deps): void {
  const open = createOpenStreams(clock);
  let stopping = false;
  // Streams end before the server waits for its connections: clients reconnect to another replica.
  app.addHook('preClose', async () => {
    stopping = true;
    open.endAll();
  });

  app.get(
    '/jobs/:jobId/events',
    {
      config: { operation: 'streamJobEvents' },
      onSend: beginStream,
      schema: {
        summary: 'Stream the events of a job',
        description,
        tags: ['Jobs'],
        params: jobParams,
        response: {
          200: {
            description: 'The stream',
            content: { 'text/event-stream': { schema: jobEvent } },
          },
          ...errors('not_found'),
        },
      },
    },
    async (request, reply) => {
      const jobId = jobIdOf(request.params);
      if (request.method === 'HEAD') {
        await jobs.get({ jobId }, callScope(request, reply));
        // Not an empty text: that would claim a length.
        return reply.headers(headers).send(Readable.from([]));
      }
      const { keyId, workspaceId } = request.credential!;
      const free = streamSlots.take({ keyId, workspaceId });
      const stream = new EventStream();
      open.add(stream);
      if (stopping) setTimeout(() => stream.end(), LAST_LOOK_MS);
      // Watching begins before the snapshot is read, so that no change is missed between the two.
      const unwatch = hub.watch(jobId, { changed: (job) => stream.offer(job), gone: () => stream.end() });
      const unwatchKey = keys.watch(keyId, () => stream.fail('The API key is no longer valid.'));
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
      return reply.headers(headers).send(stream);
    },
  );
}
