import { Type } from 'typebox';
import { policy } from '../../access/policy.ts';
import type { Api } from '../../api.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callScope } from '../../http/callScope.ts';
import { jobIdOf, jobParams } from '../../http/jobId.ts';
import { oneOf } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { type EventStream, openEventStream } from '../../sse/eventStream.ts';

const description = [
  'Server-sent events: `status` with the Job on connection and whenever it changes, `terminal` with the final Job, after',
  'which the stream closes, `ping` with a timestamp every 15 seconds, `error` with a message.',
].join(' ');

/** A stream that is opened while the process stops shows the job as it is, and ends. */
const LAST_LOOK_MS = 500;

/** One event. OpenAPI 3.1 has no word for the items of a stream; readers of contracts take the schema for one of them. */
const jobEvent = Type.Object(
  {
    event: oneOf(['status', 'terminal', 'ping', 'error']),
    data: Type.String({ contentMediaType: 'application/json', description: 'A Job, `{timestamp}` or `{message}`' }),
  },
  { examples: [{ event: 'ping', data: '{"timestamp":"2026-03-01T12:00:15.000Z"}' }] },
);

/** GET /jobs/{jobId}/events: the job as it changes, as server-sent events. */
export function streamJobEvents(app: Api, { jobs, hub, keys, clock }: Dependencies): void {
  const open = new Set<EventStream>();
  let stopping = false;
  // Ended before the server waits for its connections: clients reconnect, to another replica.
  app.addHook('preClose', async () => {
    stopping = true;
    for (const stream of open) stream.end();
  });

  app.get(
    '/jobs/:jobId/events',
    {
      config: { access: policy.streamJobEvents },
      schema: {
        operationId: 'streamJobEvents',
        summary: 'A job as it changes',
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
      const { keyId } = request.credential!;
      const stream = openEventStream(clock);
      const { readable } = stream;
      // Watching begins before the snapshot is read, so that no change falls between the two.
      const unwatch = hub.watch(jobId, stream.offer);
      const unwatchKey = keys.watch(keyId, () => stream.fail('The API key is no longer valid.'));
      open.add(stream);
      if (stopping) setTimeout(stream.end, LAST_LOOK_MS);
      readable.once('close', () => {
        unwatch();
        unwatchKey();
        open.delete(stream);
      });
      try {
        stream.offer(await jobs.get({ jobId }, callScope(request, reply)));
      } catch (error) {
        readable.destroy();
        throw error;
      }
      return reply
        .headers({
          'content-type': 'text/event-stream',
          'cache-control': 'private, no-cache, no-transform',
          'x-accel-buffering': 'no',
        })
        .send(readable);
    },
  );
}
