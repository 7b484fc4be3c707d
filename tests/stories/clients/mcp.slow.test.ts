// @module-tag slow-stories

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { expect, it } from 'vitest';
import { openShell } from './shell.ts';

const program = join(repository, 'clients', 'cli', 'src', 'main.ts');

it('lets a model find a tool, ask for approval, and run a job within its budget', async (context) => {
  const { cwd, env, rotamer, faults } = await openShell(context);
  const host = new Client({ name: 'story', version: '0' });
  const args = [program, 'mcp', '--budget', '1'];
  await host.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env: { ...process.env, ...env } as never }),
  );
  context.onTestFinished(() => host.close());
  const call = async (name: string, input: object) => {
    const { content } = await host.callTool({ name, arguments: { ...input } });
    const [{ text }] = content as [{ text: string }];
    expect(text).not.toContain(env.ROTAMER_API_KEY);
    return JSON.parse(text);
  };

  const { tools } = await call('search_tools', { query: 'protein properties' });
  expect(tools[0].id).toBe('protein-properties');
  const work = { tool: tools[0].id, inputs: [{ slot: 'sequences', content: ubiquitin }] };
  const price = (await call('quote_job', work)).most_credits;
  expect(price).toBe(1);

  // When the response to the submission is lost, no second job is made, and the job counts once in the budget.
  faults.cutNext(/^POST \/api\/v1\/jobs HTTP/);
  const submitted = await call('submit_job', work);
  expect(faults.left()).toBe(0);
  expect(submitted).toMatchObject({ held_credits: 1, budget: { limit: 1, left: 0 } });
  const { error } = await call('submit_job', { ...work, name: 'Approved' });
  expect(error).toMatchObject({ code: 'approval_required', details: { most_credits: 1, budget: { left: 0 } } });
  expect((await rotamer('jobs', 'list')).json).toHaveLength(1);

  // Progress is not checked: the SDK drops progress that arrives in one read with the response, as it may from an ended
  // job.
  const waited = await call('wait_for_job', { job: submitted.job.id });
  expect(waited).toMatchObject({ ended: true, job: { status: 'COMPLETED' } });
  const read = await call('read_result', { job: submitted.job.id, port: 'properties', limit: 1 });
  expect(read.rows).toMatchObject([{ length: 76 }]);

  // The person approves by running the command exactly as it was shown.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...error.details.command.split(' ').slice(1)],
    { cwd, env: { ...process.env, ...env } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Approved', object: 'job' });
});
