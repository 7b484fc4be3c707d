import { join } from 'node:path';
import type { Clients } from '../admin/clients.ts';
import { workflowPublish } from '../admin/workflowCommands.ts';
import { repository } from '../folder/paths.ts';
import type { Api } from './api.ts';
import type { Account, List, Workflow } from './resources.ts';

/** Of the workflows that come with Rotamer, those of the demo workspace: their tools are there on every machine. */
const seeded = ['peptide-candidates', 'ligand-triage'];

/** Publishes the workflows that the workspace of the key does not have yet. */
export async function seedWorkflows(api: Api, clients: Clients): Promise<void> {
  const { data } = await api.get<List<Workflow>>('/workflows?limit=100');
  const missing = seeded.filter((name) => !data.some((workflow) => workflow.name === name));
  if (missing.length === 0) return;
  const { workspace } = await api.get<Account>('/account');
  for (const name of missing) {
    const file = join(repository, 'tools', 'workflows', `${name}.json`);
    await workflowPublish.run({ workspace: workspace.id, file }, clients);
  }
}
