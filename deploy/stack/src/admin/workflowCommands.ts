import { readFile } from 'node:fs/promises';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Finding } from '@rotamer/proto/workflows/v1/workflows.ts';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { parseReference } from '@rotamer/tools/shared/datasets/reference.ts';
import type { Command } from './command.ts';
import { WrongCall } from './values.ts';
import { withDataset } from './withDataset.ts';

export const workflowPublish: Command = {
  name: 'workflow publish',
  summary:
    'publishes a file as a new workflow, or as a new revision of one; with a dataset its searches take that in place of inputs',
  required: { workspace: 'W', file: 'F' },
  optional: { workflow: 'ID', dataset: 'swissprot' },
  async run({ workspace, file, workflow, dataset }, { billing, workflows }) {
    const { name, description, settings, ...read } = await readWorkflow(file!);
    const definition = dataset === undefined ? read.definition : searching(read.definition, dataset);
    // The workflows service does not know which workspaces exist, so this is checked here.
    await billing.getWorkspace({ workspaceId: workspace });
    const published = await workflows.publish({
      workspaceId: workspace,
      workflowId: workflow ?? '',
      name,
      description,
      definitionJson: JSON.stringify(definition),
      settingsJson: settings === undefined ? '' : JSON.stringify(settings),
    });
    const { warnings, readinessIssues } = published.validation!;
    return {
      workflow_id: published.workflowId,
      revision_id: published.revisionId,
      ...(warnings.length > 0 && { warnings: warnings.map(findingOf) }),
      ...(readinessIssues.length > 0 && { readiness_issues: readinessIssues.map(findingOf) }),
    };
  },
};

/** Returns the definition with a dataset in place of the inputs that its tools search. */
function searching(definition: object, dataset: string): object {
  if (!parseReference(dataset))
    throw new WrongCall(`--dataset must be like swissprot or swissprot@2026_04, not '${dataset}'`);
  const { nodes, edges } = definition as Partial<Parameters<typeof withDataset>[0]>;
  if (!Array.isArray(nodes) || !Array.isArray(edges))
    throw new WrongCall('--file: the definition needs nodes and edges');
  const useOf = (tool: string) => findTool(tool)?.contract.dataset;
  const changed = withDataset({ ...definition, nodes, edges }, dataset, useOf);
  if (!changed) throw new WrongCall('--dataset: no tool of the workflow searches a dataset');
  return changed;
}

const accessOf: Record<string, Access> = {
  view: Access.VIEW,
  run: Access.RUN,
  edit: Access.EDIT,
  none: Access.UNSPECIFIED,
};

export const workflowGrant: Command = {
  name: 'workflow grant',
  summary: 'says what a user may do with a workflow; none takes it away',
  required: { workspace: 'W', workflow: 'ID', user: 'U', grant: 'view|run|edit|none' },
  async run({ workspace, workflow, user, grant }, { workflows }) {
    const access = Object.hasOwn(accessOf, grant!) ? accessOf[grant!] : undefined;
    if (!access) throw new WrongCall(`--grant must be view, run, edit or none, not '${grant}'`);
    await workflows.grant({ workspaceId: workspace, workflowId: workflow, userId: user, access });
    return { workflow_id: workflow, user_id: user, grant };
  },
};

interface WorkflowFile {
  name: string;
  description?: string;
  definition: object;
  settings?: object;
}

const known = ['name', 'description', 'definition', 'settings'];

/** Reads the file and checks its shape. The workflows service validates the definition. */
async function readWorkflow(file: string): Promise<WorkflowFile> {
  const wrong = (message: string) => new WrongCall(`--file ${file}: ${message}`);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw wrong(error.message);
  });
  const value = parse(text);
  if (!isObject(value)) throw wrong('must be a JSON object {name, description?, settings?, definition}');
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) throw wrong(`${unknown} is not a known field`);
  const { name, description, definition, settings } = value;
  if (typeof name !== 'string') throw wrong('name must be a text');
  if (description !== undefined && typeof description !== 'string') throw wrong('description must be a text');
  if (!isObject(definition)) throw wrong('definition must be an object');
  if (settings !== undefined && !isObject(settings)) throw wrong('settings must be an object');
  return { name, description, definition, settings };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findingOf({ code, message, nodeId }: Finding) {
  return { code, message, node_id: nodeId ?? null };
}
