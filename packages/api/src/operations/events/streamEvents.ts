import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf } from '../../schemas/build.ts';
import { eventQuery } from '../../schemas/event.ts';

/** One frame. OpenAPI 3.1 cannot describe the items of a stream; tools treat the schema as that of one item. */
const feedFrame = Type.Object(
  {
    id: Type.String({ description: 'The place in the feed. Send it as `Last-Event-ID` to go on after it' }),
    event: oneOf(['event', 'ping', 'resync', 'error']),
    data: Type.String({
      contentMediaType: 'application/json',
      description: 'An Event, `{timestamp}`, `{message, cursor}` or `{message}`',
    }),
  },
  { examples: [{ id: 'Mg', event: 'ping', data: '{"timestamp":"2026-03-01T12:00:15.000Z"}' }] },
);

const headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 200, description: 'The last id that the client has received; `after` is ignored then' }),
  ),
});

const description = [
  'Server-sent events: `event` with an Event; `ping` with a timestamp on connection and every 15 seconds; `resync` with a message when',
  'events are missing, after which the stream goes on with new events; `error` with a message.',
  'Without `after` and `Last-Event-ID` the stream begins with what happens from now on.',
].join(' ');

/** GET /events/stream: the feed of the workspace as server-sent events. */
export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  access: { role: 'viewer', limited: 'handler' },
  tag: 'Events',
  summary: 'Stream the events of the workspace',
  description,
  query: Type.Object(eventQuery, { additionalProperties: false }),
  headers,
  responses: { 200: { description: 'The stream', body: feedFrame, type: 'text/event-stream' } },
  errors: [],
  sample: {
    curl: '-N ',
    query: { type: 'job.*' },
    cli: "events --follow --type 'job.*'",
    typescript: `for await (const event of rotamer.events.stream({ type: 'job.*' })) {
  console.log(event.type, event.resource.id);
}`,
    python: `for event in client.events.stream(type="job.*"):
    print(event["type"], event["resource"]["id"])`,
  },
});
