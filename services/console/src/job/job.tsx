import { isTerminal } from '@rotamer/client';
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
    const content = { ...read, log };
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

async function readJob({ api, workspaceId }: Visit, jobId: string, readers: Readers): Promise<JobContent> {
  const details = await api.jobs.details(jobId);
  const [tool, result] = await Promise.all([
    readers.readTool(api, details.tool),
    isTerminal(details.status) ? readers.readResult(api, workspaceId, jobId) : undefined,
  ]);
  return { job: details, tool, result };
}
