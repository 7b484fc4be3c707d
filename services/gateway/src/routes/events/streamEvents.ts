import { Readable } from 'node:stream';
import { streamEvents as operation } from '@rotamer/api/operations/events/streamEvents.ts';
import { joinRepeated } from '@rotamer/http/params/joinRepeated.ts';
import { beginStream } from '@rotamer/streams/beginStream.ts';
import { placeOf } from '@rotamer/streams/events/feedPlace.ts';
import { FeedStream } from '@rotamer/streams/events/feedStream.ts';
import { shareReads } from '@rotamer/streams/events/sharedReads.ts';
import { createOpenStreams } from '@rotamer/streams/openStreams.ts';
import { goneMessages, streamHeaders } from '@rotamer/streams/streamHeaders.ts';
import { callerOf } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { feedFilter } from './feedRequest.ts';

/** GET /events/stream: the feed of the workspace as server-sent events. */
export const streamEvents = handler(
  operation,
  ({ events, feedHub, keys, streamSlots, clock }, app) => {
    const open = createOpenStreams(clock);
    const read = shareReads(events);
    let stopping = false;
    // Streams end before the server waits for its connections: clients reconnect to another replica.
    app.addHook('preClose', async () => {
      stopping = true;
      open.endAll();
    });
    return async (request, reply) => {
      const credential = request.credential!;
      const { keyId, workspaceId } = credential;
      const filter = feedFilter(request.query, credential);
      const lastId = request.headers['last-event-id'];
      const after = lastId
        ? placeOf(String(lastId), workspaceId, 'Last-Event-ID')
        : placeOf(request.query.after ?? 'now', workspaceId);
      // Not an empty text: that would claim a length.
      if (request.method === 'HEAD') return reply.headers(streamHeaders).code(200).send(Readable.from([]));
      const caller = callerOf(request);
      const free = streamSlots.take({ keyId, workspaceId });
      const stream = new FeedStream({
        workspaceId,
        clock,
        read: (place) => read(filter, { $case: 'afterSeq', value: place }, caller),
      });
      open.add(stream);
      // Watching begins before the first page is read, so that no event is missed between the two.
      const unwatch = feedHub.watch(workspaceId, () => stream.wake());
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
      stream.first(await read(filter, after, caller));
      if (stopping) stream.end();
      return reply.headers(streamHeaders).code(200).send(stream);
    };
  },
  { onSend: beginStream, preValidation: joinRepeated('type') },
);
