import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './client.ts';
import type { WorkflowRun } from './resources.ts';
import { waitFor } from './waitFor.ts';
import type { Role, Workspace } from './workspace.ts';

export interface Definition {
  nodes: ({ id: string; type: string } & Record<string, unknown>)[];
  edges: ({ source: string; target: string } & Record<string, unknown>)[];
}

/** Computes the properties of proteins, one job for each protein. Each job costs one credit. */
export const describedProteins: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'properties', type: 'tool', tool: 'protein-properties', mode: 'each' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'properties' },
    { source: 'properties', source_port: 'properties', target: 'result' },
  ],
};

/**
 * Describes molecules in one job, lets a person choose among them, and describes each chosen molecule in a separate
 * job.
 */
export const reviewedMolecules: Definition = {
  nodes: [
    { id: 'molecules', type: 'input', kind: 'smiles' },
    { id: 'descriptors', type: 'tool', tool: 'molecule-descriptors' },
    { id: 'order', type: 'rank', sort: [{ field: 'amw', direction: 'desc' }] },
    { id: 'review', type: 'curation', label: 'Choose molecules', instructions: 'Two at most.' },
    { id: 'chosen', type: 'tool', tool: 'molecule-descriptors', mode: 'each' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'molecules', target: 'descriptors' },
    { source: 'descriptors', source_port: 'descriptors', target: 'order' },
    { source: 'order', target: 'review' },
    { source: 'review', target: 'chosen', record: { kind: 'smiles', content: 'canonical_smiles', name: 'name' } },
    { source: 'chosen', source_port: 'descriptors', target: 'result' },
  ],
};

/** Describes molecules in one job, and each of them once more in a separate job. Each job costs one credit. */
export const describedTwice: Definition = {
  nodes: [
    { id: 'molecules', type: 'input', kind: 'smiles' },
    { id: 'descriptors', type: 'tool', tool: 'molecule-descriptors' },
    { id: 'order', type: 'rank', sort: [{ field: 'amw', direction: 'desc' }] },
    { id: 'chosen', type: 'tool', tool: 'molecule-descriptors', mode: 'each' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'molecules', target: 'descriptors' },
    { source: 'descriptors', source_port: 'descriptors', target: 'order' },
    { source: 'order', target: 'chosen', record: { kind: 'smiles', content: 'canonical_smiles', name: 'name' } },
    { source: 'chosen', source_port: 'descriptors', target: 'result' },
  ],
};

/** Runs a metered job for each protein, which waits a minute. */
export const waitingForEach: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'wait', type: 'tool', tool: 'wait', mode: 'each', settings: { seconds: 60 } },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'wait' },
    { source: 'wait', source_port: 'said', target: 'result' },
  ],
};

export const threeMolecules = 'CC ethane\nCCC propane\nCCCC butane\n';

/** The output of `npm run admin -- workflow publish`. */
export interface Published {
  workflow_id: string;
  revision_id: string;
}

/** Publishes a definition as an operator does. With an id, publishes it as the next revision of that workflow. */
export async function publish(
  { id, admin }: Pick<Workspace, 'id' | 'admin'>,
  definition: Definition,
  {
    workflow,
    dataset,
    ...more
  }: { workflow?: string; dataset?: string; name?: string; description?: string; settings?: object } = {},
): Promise<Published> {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-workflow-'));
  const file = join(folder, 'workflow.json');
  writeFileSync(file, JSON.stringify({ name: 'A workflow', ...more, definition }));
  try {
    return await admin.command('workflow publish', { workspace: id, file, workflow, dataset });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface RunRequest {
  name?: string;
  max_credits?: number;
  project_id?: string | null;
  input_data?: Record<string, object>;
  expected_revision_id?: string;
}

/** Returns the input data of one node, as text. */
export function textOf(node: string, textContent: string) {
  return { [node]: { method: 'text', textContent } };
}

/** Starts a run. Without a key, each call uses a new idempotency key. */
export function startRun(client: Client, workflow: string, body: RunRequest, key: string = randomUUID()) {
  return client.post<WorkflowRun>(`/workflows/${workflow}/runs`, body, { 'idempotency-key': key });
}

export async function readRun(client: Client, id: string): Promise<WorkflowRun> {
  return (await client.get<WorkflowRun>(`/workflow-runs/${id}`)).body;
}

const ended = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];
const resting = ['PAUSED', ...ended];

/** Returns whether all jobs of an ended run are settled. Until then the estimate still counts their holds. */
const isPaid = (run: WorkflowRun) => run.estimated_credits === run.actual_credits;

/** Returns the run once it has one of the statuses. By default once it is paused, or has ended and is settled. */
export function waitForRun(
  client: Client,
  id: string,
  statuses: string[] = resting,
  timeoutMs = 90_000,
): Promise<WorkflowRun> {
  return waitFor(
    `run ${id} to be ${statuses.join(' or ')}`,
    async () => {
      const run = await readRun(client, id);
      return statuses.includes(run.status) && (!ended.includes(run.status) || isPaid(run)) && run;
    },
    { timeoutMs, everyMs: 400 },
  );
}

/** Creates a user of the workspace, with a key and a client, for tests of grants. */
export async function newUser(workspace: Pick<Workspace, 'id' | 'admin' | 'clientWith'>, role: Role = 'member') {
  const { admin, id, clientWith } = workspace;
  const email = `${role}-${randomUUID()}@example.org`;
  const user = await admin.command('user create', { workspace: id, email, role });
  const scopes = 'jobs:read,jobs:write,files:read,projects:write';
  const { key } = await admin.command('key create', { workspace: id, user: user.id, scopes });
  return { id: user.id as string, key: key as string, client: clientWith(key) };
}
