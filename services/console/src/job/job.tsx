import { type File, isTerminal, type JobDetails } from '@rotamer/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { sendPage } from '../site/sendPage.tsx';
import type { Visit, VisitOf } from '../site/visit.ts';
import { FilesTab } from './FilesTab.tsx';
import { InputsTab } from './InputsTab.tsx';
import { JobPage, type Tab } from './JobPage.tsx';
import type { JobContent } from './jobContent.ts';
import { readLog } from './jobLog.ts';
import { LogTab } from './LogTab.tsx';
import { ProvenanceTab } from './ProvenanceTab.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import type { ReadResult } from './readResult.ts';
import type { ReadTool } from './readTool.ts';

type OfJob = FastifyRequest<{ Params: { jobId: string }; Querystring: { attempt?: string } }>;

type ShownFile = Pick<File, 'id' | 'filename'>;

interface Readers {
  readResult: ReadResult;
  readTool: ReadTool;
}

const tabs: Record<Tab, (content: JobContent) => ComponentChildren> = {
  '': (content) => <ResultsTab {...content} />,
  inputs: (content) => <InputsTab {...content} />,
  files: (content) => <FilesTab {...content} />,
  log: (content) => <LogTab {...content} />,
  provenance: (content) => <ProvenanceTab {...content} />,
};

/** GET /w/{workspace}/jobs/{jobId}, and its tabs below it. */
export function job(app: FastifyInstance, visit: VisitOf, readers: Readers): void {
  async function show(request: OfJob, reply: FastifyReply, tab: Tab): Promise<FastifyReply> {
    const visited = visit(request);
    const { jobId } = request.params;
    const [frame, read, log] = await Promise.all([
      visited.site('jobs'),
      readJob(visited, jobId, readers),
      tab === 'log' ? readLog(visited, jobId, request.query.attempt) : undefined,
    ]);
    const inputFiles = tab === 'inputs' ? await readInputFiles(visited, read.job) : undefined;
    const content = { ...read, log, inputFiles };
    const { job: details } = content;
    const body = (
      <JobPage job={details} tab={tab}>
        {tabs[tab](content)}
      </JobPage>
    );
    return sendPage(reply, frame, details.name || details.id, body, {
      hasViewers: tab === '' && content.result !== undefined,
    });
  }

  app.get('/w/:workspace/jobs/:jobId', (request: OfJob, reply) => show(request, reply, ''));
  for (const tab of ['inputs', 'files', 'log', 'provenance'] as const)
    app.get(`/w/:workspace/jobs/:jobId/${tab}`, (request: OfJob, reply) => show(request, reply, tab));
}

/** Most files of inputs that the page lists. */
const INPUT_FILES = 100;

/** Returns the saved files of the inputs of a job: those that were typed, and those from the library. */
async function readInputFiles({ api }: Visit, { id, name, tool, inputs }: JobDetails): Promise<ShownFile[]> {
  const uploaded = inputs.flatMap((input) =>
    input.file_id ? [{ id: input.file_id, filename: input.name ?? input.id }] : [],
  );
  if (uploaded.length === inputs.length) return uploaded;
  // Files are found by the name of their job.
  const q = (name || tool).slice(0, 200);
  const { data } = await api.files.list({ q, origin: 'JOB_INPUT', limit: INPUT_FILES }).page();
  return [...uploaded, ...data.filter(({ job_id }) => job_id === id)];
}

async function readJob({ api, workspaceId }: Visit, jobId: string, readers: Readers): Promise<JobContent> {
  const details = await api.jobs.details(jobId);
  const [tool, result] = await Promise.all([
    readers.readTool(api, details.tool),
    isTerminal(details.status) ? readers.readResult(api, workspaceId, jobId) : undefined,
  ]);
  return { job: details, tool, result };
}
