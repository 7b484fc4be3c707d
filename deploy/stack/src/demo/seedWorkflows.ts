import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '@rotamer/tools/catalogue.ts';
import type { Program } from '@rotamer/tools/contract.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';
import type { Clients } from '../admin/clients.ts';
import { workflowPublish } from '../admin/workflowCommands.ts';
import { knownAnswers, repository } from '../folder/paths.ts';
import type { Api } from './api.ts';
import type { Account, List, Workflow } from './resources.ts';

const folder = join(repository, 'tools', 'workflows');

/** Workflows of Rotamer whose tools run on every machine. */
export const everywhere = ['peptide-candidates', 'ligand-triage'];

/** Returns the other workflows of Rotamer that the key's workspace lacks, if this machine has the programs of their tools. */
export async function runnableWorkflows(api: Api): Promise<string[]> {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
  const others = await unpublished(
    api,
    names.filter((name) => !everywhere.includes(name)),
  );
  const missing = new Set(
    (await missingPrograms(others.flatMap(programsOf), knownAnswers)).map(({ command }) => command),
  );
  return others.filter((name) => !programsOf(name).some(({ command }) => missing.has(command)));
}

/** Publishes these workflows, except those that the key's workspace already has. */
export async function seedWorkflows(api: Api, clients: Clients, names: string[]): Promise<void> {
  const missing = await unpublished(api, names);
  if (missing.length === 0) return;
  const { workspace } = await api.get<Account>('/account');
  for (const name of missing)
    await workflowPublish.run({ workspace: workspace.id, file: join(folder, `${name}.json`) }, clients);
}

async function unpublished(api: Api, names: string[]): Promise<string[]> {
  const { data } = await api.get<List<Workflow>>('/workflows?limit=100');
  return names.filter((name) => !data.some((workflow) => workflow.name === name));
}

function programsOf(workflow: string): Program[] {
  const text = readFileSync(join(folder, `${workflow}.json`), 'utf8');
  const { definition } = JSON.parse(text) as { definition: { nodes: { tool?: string }[] } };
  return definition.nodes.flatMap(({ tool }) => (tool && findTool(tool)?.contract.requires) || []);
}
