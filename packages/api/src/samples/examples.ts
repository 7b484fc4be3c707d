import type { Operation } from '../access.ts';
import type { Example, Fields, Json } from './example.ts';

const insulin = {
  id: 'insulin',
  slotId: 'sequences',
  kind: 'protein',
  format: 'FASTA',
  source: { type: 'text' },
  content: '>insulin_b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n',
};

const name = 'Insulin B chain';
const tool = 'protein-properties';
const input = { inputs: [insulin] };

const definition: Json = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'properties', type: 'tool', tool, mode: 'each' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'properties' },
    { source: 'properties', source_port: 'properties', target: 'result' },
  ],
};

const start = {
  name: 'Small alkanes',
  max_credits: 20,
  input_data: { molecules: { method: 'text', textContent: 'CC ethane\nCCC propane\nCCCC butane\n' } },
} satisfies Fields;

const job = (...fields: string[]) => ({ as: 'job', fields });
const each = (as: string, ...fields: string[]) => ({ as, fields, isList: true }) as const;

/** An example of every operation; the samples are written from these. */
export const examples: Record<Operation, Example> = {
  getAccount: { call: 'account', cli: 'account' },
  getOpenApi: {},
  listTools: { call: 'tools.list', cli: 'tools list', shown: each('tool', 'id', 'name') },
  getTool: { path: { toolId: tool }, call: 'tools.get', cli: `tools show ${tool}` },
  quoteJob: {
    body: { tool, input },
    keywords: { tool, inputs: input.inputs },
    call: 'jobs.quote',
    cli: `quote ${tool} sequences.fasta`,
  },
  submitJob: {
    body: { tool, name, input, max_quoted_credits: 1 },
    keywords: { tool, inputs: input.inputs, name, max_quoted_credits: 1 },
    keyed: 'insulin-b-chain-1',
    call: 'jobs.submit',
    cli: `submit ${tool} sequences.fasta --name '${name}' --max-credits 1`,
    shown: job('id', 'status'),
  },
  listJobs: { call: 'jobs.list', cli: 'jobs list', shown: each('job', 'id', 'status', 'name') },
  getJob: {},
  getJobStatus: { call: 'jobs.get', cli: 'jobs get JOB_ID', shown: job('id', 'status') },
  streamJobEvents: {
    curl: '-N ',
    cli: 'jobs watch JOB_ID',
    typescript: `for await (const { job } of rotamer.jobs.at('JOB_ID').events()) {
  console.log(job.status, job.progress);
}`,
    python: `for event in client.jobs.at("JOB_ID").events():
    print(event.job["status"], event.job["progress"])`,
  },
  getJobSharing: { call: 'jobs.at().sharing', cli: 'jobs share JOB_ID' },
  updateJobSharing: {
    body: { visibility: 'INVITED', add_invites: ['ada@example.org'] },
    call: 'jobs.at().share',
    cli: 'jobs share JOB_ID --visibility INVITED --invite ada@example.org',
  },
  cancelJob: { call: 'jobs.cancel', cli: 'jobs cancel JOB_ID' },
  stopJob: { call: 'jobs.stop', cli: 'jobs stop JOB_ID' },
  retryJob: { call: 'jobs.at().retry', cli: 'jobs retry JOB_ID' },
  getResult: {
    cli: 'results show JOB_ID',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
console.log(results.values('properties'));
for (const file of results.files) console.log(file.name, file.size);`,
    python: `results = client.jobs.results("JOB_ID")
print(results.values("properties"))
for file in results.files:
    print(file["name"], file["size"])`,
  },
  getResultItem: {
    curl: '-o properties.tsv ',
    cli: 'results download JOB_ID --name properties.tsv',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
console.log(await results.text('properties.tsv'));`,
    python: `results = client.jobs.results("JOB_ID")
print(results.read("properties.tsv").decode())`,
  },
  uploadFile: {
    form: { tags: 'insulin' },
    cli: 'files upload sequences.fasta --tag insulin',
    uses: { 'node:fs/promises': ['readFile'], '@rotamer/client': ['Rotamer'] },
    typescript: `const content = new Uint8Array(await readFile('sequences.fasta'));
const file = await rotamer.files.upload(content, 'sequences.fasta', { tags: ['insulin'] });
console.log(file.id, file.format);`,
    python: `file = client.files.upload("sequences.fasta", tags=["insulin"])
print(file["id"], file["format"])`,
  },
  listFiles: {
    query: { format: 'FASTA' },
    call: 'files.list',
    cli: 'files list --format FASTA',
    shown: each('file', 'id', 'filename'),
  },
  getFile: { call: 'files.get', cli: 'files get FILE_ID' },
  deleteFile: { call: 'files.delete', cli: 'files delete FILE_ID' },
  createProject: {
    body: { name: 'Insulin', description: 'Chains and variants' },
    call: 'projects.create',
    cli: "projects create Insulin --description 'Chains and variants'",
  },
  listProjects: { call: 'projects.list', cli: 'projects list', shown: each('project', 'id', 'name') },
  getProject: { call: 'projects.get', cli: 'projects show PROJECT_ID' },
  updateProject: {
    body: { name: 'Insulin variants' },
    call: 'projects.update',
    cli: "projects update PROJECT_ID --name 'Insulin variants'",
  },
  assignResources: {
    body: { target_project_id: 'PROJECT_ID', resources: [{ type: 'job', ids: ['JOB_ID'] }] },
    call: 'projects.assign',
    cli: 'projects assign PROJECT_ID JOB_ID',
  },
  deleteProject: {
    body: { mode: 'unassign' },
    call: 'projects.delete',
    cli: 'projects delete PROJECT_ID --mode unassign',
  },
  getProjectDeletion: { call: 'projects.deletion', cli: 'projects deletion DELETION_ID' },
  retryProjectDeletion: { call: 'projects.retryDeletion', cli: 'projects deletion DELETION_ID --retry' },
  listWorkflows: { call: 'workflows.list', cli: 'workflows list', shown: each('workflow', 'id', 'name') },
  getWorkflow: { call: 'workflows.get', cli: 'workflows show WORKFLOW_ID' },
  validateWorkflow: { body: { definition }, call: 'workflows.validate' },
  startWorkflowRun: {
    body: start,
    keyed: 'small-alkanes-1',
    call: 'workflows.start',
    cli: `workflows run WORKFLOW_ID -i molecules=molecules.smi --name '${start.name}' --max-credits 20`,
  },
  getWorkflowRun: { call: 'runs.get' },
  listWorkflowRunJobs: {},
  getWorkflowRunResults: { call: 'runs.results' },
  getWorkflowRunCuration: { call: 'runs.curation', cli: 'workflows candidates RUN_ID' },
  decideWorkflowRunCuration: {
    body: { candidate_set_digest: 'DIGEST', approved_candidate_ids: ['CANDIDATE_ID'], note: 'The smallest one' },
    call: 'runs.curate',
    cli: "workflows curate RUN_ID --digest DIGEST --approve CANDIDATE_ID --note 'The smallest one'",
  },
  continueWorkflowRun: { call: 'runs.continue', cli: 'workflows continue RUN_ID' },
  cancelWorkflowRun: { call: 'runs.cancel', cli: 'workflows cancel RUN_ID' },
  retryWorkflowRun: {
    body: { mode: 'from_start' },
    keywords: {},
    keyed: 'small-alkanes-again-1',
    call: 'runs.retry',
    cli: 'workflows retry RUN_ID',
  },
};

/** What guides show beside those: another request of an operation, or several in a row. */
export const scenes: Record<string, Example & { of: Operation }> = {
  runJob: {
    of: 'submitJob',
    hasNoRequest: true,
    cli: `run ${tool} sequences.fasta --max-credits 1 --output results`,
    uses: { '@rotamer/client': ['Rotamer', 'textInput'], '@rotamer/client/download': ['downloadResults'] },
    typescript: `const fasta = '>insulin_b\\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\\n';
const inputs = [textInput('sequences', fasta, { kind: 'protein', format: 'FASTA' })];
const job = await rotamer.jobs.run({
  tool: '${tool}',
  name: '${name}',
  input: { inputs },
  max_quoted_credits: 1,
});
const results = await job.results();
console.log(job.status, results.values('properties'));
await downloadResults(results, 'results');`,
    python: `fasta = ">insulin_b\\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\\n"
sequence = rotamer.text_input("sequences", fasta, kind="protein", format="FASTA")
job = client.jobs.run(
    "${tool}",
    [sequence],
    name="${name}",
    max_quoted_credits=1,
)
results = job.results()
print(job.status, results.values("properties"))
results.download("results")`,
  },
  submitMetered: {
    of: 'submitJob',
    body: {
      tool: 'conformer-generation',
      name: 'Conformers of ethanol',
      input: {
        inputs: [
          {
            id: 'ethanol',
            slotId: 'molecules',
            kind: 'smiles',
            format: 'SMILES',
            source: { type: 'text' },
            content: 'CCO ethanol',
          },
        ],
      },
      billing: { max_reserved_credits: 10 },
    },
    keyed: 'ethanol-1',
    cli: 'submit conformer-generation molecules.smi --max-credits 10',
    call: 'jobs.submit',
    keywords: {
      tool: 'conformer-generation',
      inputs: [
        {
          id: 'ethanol',
          slotId: 'molecules',
          kind: 'smiles',
          format: 'SMILES',
          source: { type: 'text' },
          content: 'CCO ethanol',
        },
      ],
      max_reserved_credits: 10,
    },
    shown: job('id', 'status'),
  },
  submitSavedFile: {
    of: 'submitJob',
    body: {
      tool,
      name: 'A saved file',
      input: {
        inputs: [
          {
            id: 'saved',
            slotId: 'sequences',
            kind: 'protein',
            format: 'FASTA',
            source: { type: 'file', file_id: 'FILE_ID' },
          },
        ],
      },
    },
    keyed: 'saved-file-1',
    uses: { '@rotamer/client': ['Rotamer', 'fileInput'] },
    typescript: `const saved = fileInput('sequences', 'FILE_ID', { kind: 'protein', format: 'FASTA' });
const job = await rotamer.jobs.submit({
  tool: '${tool}',
  name: 'A saved file',
  input: { inputs: [saved] },
});
console.log(job.id, job.status);`,
    python: `saved = rotamer.file_input("sequences", "FILE_ID", kind="protein", format="FASTA")
job = client.jobs.submit("${tool}", [saved], name="A saved file")
print(job.id, job.status)`,
  },
  waitForJob: {
    of: 'streamJobEvents',
    hasNoRequest: true,
    cli: 'jobs watch JOB_ID --timeout 15m',
    typescript: `const job = await rotamer.jobs.at('JOB_ID').wait({ timeout: 900 });
console.log(job.status, job.data.error);`,
    python: `job = client.jobs.at("JOB_ID").wait(timeout=900)
print(job.status, job.data["error"])`,
  },
  catchErrors: {
    of: 'quoteJob',
    hasNoRequest: true,
    cli: `quote ${tool} sequences.fasta || echo "exit code $?"`,
    uses: { '@rotamer/client': ['ApiError', 'Rotamer', 'ValidationError', 'textInput'] },
    typescript: `const inputs = [textInput('sequences', '>x\\nMKV1\\n', { kind: 'protein', format: 'FASTA' })];
try {
  await rotamer.jobs.quote({ tool: '${tool}', input: { inputs } });
} catch (error) {
  if (error instanceof ValidationError) console.log(error.problems);
  else if (error instanceof ApiError) console.log(error.code, error.resolution, error.requestId);
  else throw error;
}`,
    python: `sequence = rotamer.text_input("sequences", ">x\\nMKV1\\n", kind="protein", format="FASTA")
try:
    client.jobs.quote("${tool}", [sequence])
except rotamer.ValidationError as error:
    print(error.problems)
except rotamer.ApiError as error:
    print(error.code, error.resolution, error.request_id)`,
  },
};
