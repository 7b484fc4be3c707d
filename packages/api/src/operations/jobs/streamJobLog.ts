import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf } from '../../schemas/build.ts';
import { logQuery } from '../../schemas/jobLog.ts';

/** One frame. OpenAPI 3.1 cannot describe the items of a stream; tools treat the schema as that of one item. */
const logFrame = Type.Object(
  {
    id: Type.String({ description: 'The place in the log. Send it as `Last-Event-ID` to go on after it' }),
    event: oneOf(['log', 'ended', 'ping', 'error']),
    data: Type.String({
      contentMediaType: 'application/json',
      description: 'A JobLogPart, `{attempt}`, `{timestamp}` or `{message}`',
    }),
  },
  { examples: [{ id: '1-28', event: 'log', data: '{"attempt":1,"text":"$ iqtree2 -s in.afa -m LG+G4\\n"}' }] },
);

const headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The last id that the client has received; the stream goes on after it',
    }),
  ),
});

const description = [
  'Server-sent events: `log` with the next part of the log, about once a second while the job runs; `ended` when nothing follows,',
  'after which the stream closes; `ping` with a timestamp every 15 seconds; `error` with a message.',
  'A part can end within a line. When a job is tried again, the log of the next attempt follows, and a line says so.',
].join(' ');

/** GET /jobs/{jobId}/log/stream: the log of a job as server-sent events. */
export const streamJobLog = operation({
  id: 'streamJobLog',
  method: 'GET',
  path: '/jobs/{jobId}/log/stream',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Stream the log of a job',
  description,
  query: Type.Object(logQuery, { additionalProperties: false }),
  headers,
  responses: { 200: { description: 'The stream', body: logFrame, type: 'text/event-stream' } },
  errors: ['not_found'],
  sample: {
    curl: '-N ',
    cli: 'jobs log JOB_ID --follow',
    typescript: `for await (const { text } of rotamer.jobs.followLog('JOB_ID')) process.stdout.write(text);`,
    python: `for part in client.jobs.follow_log("JOB_ID"):
    print(part["text"], end="")`,
  },
});
