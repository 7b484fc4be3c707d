import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import { PublishResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clients } from './clients.ts';
import { WrongCall } from './values.ts';
import { workflowGrant, workflowPublish } from './workflowCommands.ts';

const folder = mkdtempSync(join(tmpdir(), 'rotamer-workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'workflow.json');
const write = (value: unknown) => writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));

const calls: object[] = [];
beforeEach(() => {
  calls.length = 0;
});
let validation = {};
const clients = {
  billing: { getWorkspace: async () => ({}) },
  workflows: {
    publish: async (request: object) => {
      calls.push(request);
      return PublishResponse.fromPartial({ workflowId: 'wf_1', revisionId: 'wfrev_1', validation });
    },
    grant: async (request: object) => {
      calls.push(request);
      return {};
    },
  },
} as unknown as Clients;

describe('workflow publish', () => {
  const publish = (options = {}) => workflowPublish.run({ workspace: 'ws_1', file, ...options }, clients);

  it('publishes the workflow in the file', async () => {
    write({ name: 'A', settings: { max_credits: 5 }, definition: { nodes: [], edges: [] } });
    expect(await publish({ workflow: 'wf_1' })).toEqual({ workflow_id: 'wf_1', revision_id: 'wfrev_1' });
    expect(calls).toEqual([
      {
        workspaceId: 'ws_1',
        workflowId: 'wf_1',
        name: 'A',
        description: undefined,
        definitionJson: '{"nodes":[],"edges":[]}',
        settingsJson: '{"max_credits":5}',
      },
    ]);
  });

  it('returns the warnings of the validation', async () => {
    write({ name: 'A', definition: {} });
    validation = { valid: true, warnings: [{ code: 'unused', message: 'x', nodeId: 'a' }] };
    expect(await publish()).toMatchObject({ warnings: [{ code: 'unused', message: 'x', node_id: 'a' }] });
  });

  it.each([
    ['{', 'must be a JSON object'],
    [[], 'must be a JSON object'],
    [{ definition: {} }, 'name must be'],
    [{ name: 'A' }, 'definition must be'],
    [{ name: 'A', definition: {}, nodes: [] }, 'nodes is not a known field'],
    [{ name: 'A', definition: {}, settings: 1 }, 'settings must be'],
  ])('refuses the file %j', async (value, message) => {
    write(value);
    await expect(publish()).rejects.toThrow(WrongCall);
    await expect(publish()).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  it('refuses a file that is not there', async () => {
    await expect(publish({ file: join(folder, 'nothing.json') })).rejects.toThrow(WrongCall);
  });
});

describe('workflow grant', () => {
  const grant = (word: string) =>
    workflowGrant.run({ workspace: 'ws_1', workflow: 'wf_1', user: 'usr_1', grant: word }, clients);

  it.each([
    ['view', Access.VIEW],
    ['run', Access.RUN],
    ['edit', Access.EDIT],
    ['none', Access.UNSPECIFIED],
  ])('%s', async (word, access) => {
    expect(await grant(word)).toEqual({ workflow_id: 'wf_1', user_id: 'usr_1', grant: word });
    expect(calls).toEqual([{ workspaceId: 'ws_1', workflowId: 'wf_1', userId: 'usr_1', access }]);
  });

  it.each(['own', '', 'toString'])('refuses %j', async (word) => {
    await expect(grant(word)).rejects.toThrow(WrongCall);
  });
});
