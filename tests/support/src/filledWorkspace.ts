import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JobRequest as ClientRequest, Rotamer } from '@rotamer/client';
import { conformersOf, descriptorsOf, type JobRequest, propertiesOf, waitingJob } from './requests.ts';
import { kinaseLibrary, lysozyme } from './testData.ts';
import { describedProteins, publish, reviewedMolecules, textOf, threeMolecules } from './workflows.ts';
import { newWorkspace, type Workspace } from './workspace.ts';

const alignment = readFileSync(join(import.meta.dirname, '../../../tools/testdata/globins45.mafft.afa'), 'utf8');

/** A workspace in which every page of the console has something to show. */
export interface FilledWorkspace {
  workspace: Workspace;
  /** Ids of finished jobs with a table, molecules, structures in 3D and a tree. */
  jobs: { table: string; molecules: string; structures: string; tree: string };
  workflow: string;
  /** A run that waits for a review, and one that has ended. */
  runs: { reviewed: string; ended: string };
  file: string;
  project: string;
  batch: string;
  webhook: string;
}

/** Creates a workspace with jobs, runs, files and everything else that the pages of the console list. */
export async function filledWorkspace(): Promise<FilledWorkspace> {
  const workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  const client = new Rotamer({ baseUrl: workspace.client.baseUrl, apiKey: workspace.key.key });
  const project = (await client.projects.create({ name: 'Globins', description: 'Oxygen carriers of mammals' })).id;
  const [jobs, runs, rest] = await Promise.all([
    runJobs(client, project),
    startRuns(client, workspace),
    addOthers(client, project),
  ]);
  return { workspace, project, jobs, ...runs, ...rest };
}

async function runJobs(client: Rotamer, project: string): Promise<FilledWorkspace['jobs']> {
  const run = async (request: JobRequest) => (await client.jobs.run(request as ClientRequest)).id;
  const aligned = {
    id: 'a',
    slotId: 'alignment',
    kind: 'msa',
    format: 'AFA',
    source: { type: 'text' },
    content: alignment,
  };
  const [table, molecules, structures, tree] = await Promise.all([
    run(propertiesOf(lysozyme, { name: 'Hen egg white lysozyme', project_id: project })),
    run(descriptorsOf(kinaseLibrary, { name: 'Kinase inhibitors' })),
    run(conformersOf('CCCCCC hexane', 3, { name: 'Shapes of hexane' })),
    run({ tool: 'distance-tree', name: 'Tree of 45 globins', input: { inputs: [aligned] } }),
  ]);
  const stopped = await client.jobs.submit(waitingJob(200, { name: 'Stopped by hand' }) as ClientRequest);
  await stopped.wait({ onState: ({ status }) => status === 'PROCESSING' && void client.jobs.stop(stopped.id) });
  return { table, molecules, structures, tree };
}

async function startRuns(client: Rotamer, workspace: Workspace): Promise<Pick<FilledWorkspace, 'runs' | 'workflow'>> {
  const description = 'Describes molecules, and each of those that a person chooses';
  const { workflow_id } = await publish(workspace, reviewedMolecules, { name: 'Choose molecules', description });
  const described = await publish(workspace, describedProteins, { name: 'Describe proteins' });
  const until = async (workflow: string, name: string, data: object, status: string) => {
    const { id } = await client.workflows.start(workflow, {
      ...{ name, max_credits: 20, input_data: data },
    } as Parameters<typeof client.workflows.start>[1]);
    for await (const run of client.runs.follow(id)) if (run.status === status) break;
    return id;
  };
  const [reviewed, ended] = await Promise.all([
    until(workflow_id, 'Three alkanes', textOf('molecules', threeMolecules), 'PAUSED'),
    until(described.workflow_id, 'Two peptides', textOf('proteins', '>a\nMKVLA\n>b\nMKVLG\n'), 'COMPLETED'),
  ]);
  return { runs: { reviewed, ended }, workflow: workflow_id };
}

async function addOthers(client: Rotamer, project: string) {
  const { name, ...submission } = propertiesOf('>a\nMKVLA\n');
  const submissions = ['a', 'b', 'c'].map((custom_id) => ({ custom_id, ...submission }));
  const [file, batch, webhook] = await Promise.all([
    client.files.upload(lysozyme, 'lysozyme.fasta', { project_id: project, description: 'From the hen' }),
    client.batches.create({ name, max_credits: 20, submissions } as Parameters<typeof client.batches.create>[0]),
    client.webhooks.create({ url: 'https://lims.example.org/rotamer' } as Parameters<typeof client.webhooks.create>[0]),
    client.budgets.set({ scope: 'workspace', period: 'month', cap_credits: 500 }),
    client.apiKeys.create({ name: 'Plate reader', scopes: ['jobs:read', 'jobs:write'] }),
    client.members.invite({ email: `invited-${Date.now()}@example.org`, role: 'member' }),
  ]);
  return { file: file.id, batch: batch.id, webhook: webhook.id };
}
