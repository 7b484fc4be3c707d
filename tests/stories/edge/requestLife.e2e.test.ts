import { randomBytes } from 'node:crypto';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { parseLines, readLogs } from '@rotamer/test-support/serviceLogs.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const { dataDir } = inject('stack');

let workspace: Workspace;
beforeAll(async () => {
  workspace = await newWorkspace();
});

/** Returns the lines of a service's log in which the field `name` has this value, once there is a line. */
function linesWith(service: string, name: string, value: string) {
  return waitFor(`a line of ${service} with ${name} ${value}`, () => {
    const lines = parseLines(readLogs(dataDir), service).filter((line) => line[name] === value);
    return lines.length > 0 && lines;
  });
}

describe('the life of a request', () => {
  it('can be followed by its trace from the gateway to the runner', async () => {
    const { client } = workspace;
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin), headers)).body;
    await waitForJob(client, id);

    const [request] = await linesWith('gateway', 'trace_id', traceId);
    expect(request).toMatchObject({ method: 'POST', route: '/api/v1/jobs', status: 202 });
    const [accepted] = await linesWith('jobs', 'trace_id', traceId);
    expect(accepted).toMatchObject({ message: 'job accepted', job_id: id, request_id: request!.request_id });
    const attempt = (await linesWith('runner', 'trace_id', traceId)).at(-1);
    expect(attempt).toMatchObject({ job_id: id, attempt: 1, tool: 'protein-properties' });
  });

  it('is one line in the log of the gateway, with a new trace when the client sends none', async () => {
    const { client, key } = workspace;
    const requestId = `story-${randomBytes(8).toString('hex')}`;
    await client.get('/jobs?limit=5', { 'x-request-id': requestId, traceparent: '00-nonsense' });
    const lines = await linesWith('gateway', 'request_id', requestId);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'GET',
        route: '/api/v1/jobs',
        status: 200,
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        workspace_id: workspace.id,
        key_id: key.prefix.replace('rot_live_', ''),
      }),
    ]);
  });
});
