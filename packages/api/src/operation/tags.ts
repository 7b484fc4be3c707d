/** The tags of the API, in the order in which the reference shows them. */
export const tags = [
  { name: 'Account', description: 'The API key and its workspace' },
  { name: 'Sessions', description: 'Sessions of people, and the workspaces in which they act' },
  { name: 'Workspace', description: 'The workspace of the credential' },
  { name: 'Members', description: 'The people of a workspace and their roles' },
  { name: 'Budgets', description: 'Caps on what jobs may cost in a day, a month or in all' },
  { name: 'Usage', description: 'What was charged, and the ledger of credits' },
  { name: 'Audit', description: 'Who did what to which resource' },
  { name: 'API keys', description: 'The keys of programs, with their rights' },
  { name: 'Notices', description: 'The mails that you receive' },
  { name: 'Tools', description: 'Tools that jobs can run' },
  { name: 'Jobs', description: 'A job is one execution of a tool' },
  { name: 'Batches', description: 'A batch is many jobs that are submitted, paid for and followed together' },
  { name: 'Events', description: 'The feed of the workspace: everything that happens to its resources, in one order' },
  { name: 'Sharing', description: 'Sharing of jobs outside the workspace' },
  { name: 'Results', description: 'Files and structured items that a job produced' },
  { name: 'Datasets', description: 'Reference data that jobs search, such as Swiss-Prot, in releases' },
  { name: 'Files', description: 'Files that are saved once and used as inputs of many jobs' },
  { name: 'Projects', description: 'Projects group jobs, files and other resources of a workspace' },
  { name: 'Workflows', description: 'A workflow is a published pipeline of tools' },
  {
    name: 'Workflow runs',
    description: 'A run is one execution of a workflow, pinned to a revision: jobs, attempts, selections and results',
  },
  { name: 'Webhooks', description: 'Events of the workspace, sent to URLs of yours, and their deliveries' },
  { name: 'Contract', description: 'This OpenAPI document' },
] as const;

export type Tag = (typeof tags)[number]['name'];
