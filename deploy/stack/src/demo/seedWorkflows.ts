import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clients } from '../admin/clients.ts';
import { workflowPublish } from '../admin/workflowCommands.ts';
import { repository } from '../folder/paths.ts';
import type { Api } from './api.ts';
import type { Account, List, Workflow } from './resources.ts';

const folder = join(repository, 'tools', 'workflows');

/** Those of the workflows that come with Rotamer whose tools are there on every machine. */
export const everywhere = ['peptide-candidates', 'ligand-triage'];

/** Those of the others whose tools all run now: they need programs, which a runner of this machine may have. */
export async function runnableWorkflows(api: Api): Promise<string[]> {
  const others = readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => !everywhere.includes(name));
  const available = new Map<string, boolean>();
  for (const id of new Set(others.flatMap(toolsOf)))
    available.set(id, (await api.get<{ available: boolean }>(`/tools/${id}`)).available);
  return others.filter((name) => toolsOf(name).every((tool) => available.get(tool)));
}

/** Publishes those of the workflows that the workspace of the key does not have yet. */
export async function seedWorkflows(api: Api, clients: Clients, names: string[]): Promise<void> {
  const { data } = await api.get<List<Workflow>>('/workflows?limit=100');
  const missing = names.filter((name) => !data.some((workflow) => workflow.name === name));
  if (missing.length === 0) return;
  const { workspace } = await api.get<Account>('/account');
  for (const name of missing)
    await workflowPublish.run({ workspace: workspace.id, file: join(folder, `${name}.json`) }, clients);
}

function toolsOf(workflow: string): string[] {
  const text = readFileSync(join(folder, `${workflow}.json`), 'utf8');
  const { definition } = JSON.parse(text) as { definition: { nodes: { tool?: string }[] } };
  return definition.nodes.flatMap(({ tool }) => tool ?? []);
}
