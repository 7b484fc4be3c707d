import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf } from '../../schemas/build.ts';

/** One event. OpenAPI 3.1 cannot describe the items of a stream; tools treat the schema as that of one item. */
const jobEvent = Type.Object(
  {
    event: oneOf(['status', 'terminal', 'ping', 'error']),
    data: Type.String({ contentMediaType: 'application/json', description: 'A Job, `{timestamp}` or `{message}`' }),
  },
  { examples: [{ event: 'ping', data: '{"timestamp":"2026-03-01T12:00:15.000Z"}' }] },
);

const description = [
  'Server-sent events: `status` with the Job on connection and on every change; `terminal` with the final Job, after which',
  'the stream closes; `ping` with a timestamp every 15 seconds; `error` with a message.',
].join(' ');

/** GET /jobs/{jobId}/events: the changes of a job as server-sent events. */
export const streamJobEvents = operation({
  id: 'streamJobEvents',
  method: 'GET',
  path: '/jobs/{jobId}/events',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Jobs',
  summary: 'Stream the events of a job',
  description,
  responses: { 200: { description: 'The stream', body: jobEvent, type: 'text/event-stream' } },
  errors: ['not_found'],
  sample: {
    curl: '-N ',
    cli: 'jobs watch JOB_ID',
    typescript: `for await (const { job } of rotamer.jobs.at('JOB_ID').events()) {
  console.log(job.status, job.progress);
}`,
    python: `for event in client.jobs.at("JOB_ID").events():
    print(event.job["status"], event.job["progress"])`,
  },
});
