import { createClient } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { conformersOf, propertiesOf } from '@rotamer/test-support/requests.ts';
import type { RunningStack } from '@rotamer/test-support/stack.ts';

/** A body that the running system sent, and the name of its schema in the document. */
export interface RealAnswer {
  schema: string;
  body: unknown;
}

const protein = '>b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT';
const name = 'Insulin B chain';

/** Runs a first job, and returns one response of each kind that a client gets around it. */
export async function realAnswers({ baseUrl, apiKey }: RunningStack): Promise<RealAnswer[]> {
  const client = createClient({ baseUrl, contract: await loadContract(baseUrl), key: apiKey });
  const answers: RealAnswer[] = [];
  async function keep<Body>(schema: string, answer: Promise<{ body: Body }>): Promise<Body> {
    const { body } = await answer;
    answers.push({ schema, body });
    return body;
  }
  const submission = propertiesOf(protein, { name });
  const { name: _name, ...asked } = propertiesOf(protein);
  await keep('JobQuote', client.post('/jobs/quote', asked));
  const { name: _other, ...metered } = conformersOf('CCO', 1);
  await keep('JobQuote', client.post('/jobs/quote', metered));
  const { id } = await keep<{ id: string }>('Job', client.post('/jobs', submission, { 'idempotency-key': '1' }));
  // The stream ends with the job.
  await (await client.open(`/jobs/${id}/events`)).text();
  await keep('ReplayedJob', client.post('/jobs', submission, { 'idempotency-key': '1' }));
  await keep('Job', client.get(`/jobs/${id}/status`));
  await keep('JobResult', client.get(`/results/${id}`));
  await keep(
    'JobSharing',
    client.patch(`/jobs/${id}/share`, { visibility: 'INVITED', add_invites: ['ada@example.org'] }),
  );
  await keep('JobList', client.get('/jobs'));
  await keep('Account', client.get('/account'));
  await keep('ToolList', client.get('/tools'));
  await keep('Tool', client.get('/tools/protein-properties'));
  await keep('File', client.upload('b.fasta', protein));
  await keep('FileList', client.get('/files'));
  await keep('Project', client.post('/projects', { name }));
  await keep('ProjectList', client.get('/projects'));
  const workflows = await keep<{ data: { id: string }[] }>('WorkflowList', client.get('/workflows'));
  for (const workflow of workflows.data.slice(0, 3)) {
    await keep('WorkflowDetail', client.get(`/workflows/${workflow.id}`));
  }
  await keep('Error', client.get('/jobs/job_1/status'));
  await keep('Error', client.post('/jobs', { ...submission, colour: 'blue' }));
  return answers;
}
