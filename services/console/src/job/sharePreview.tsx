import { isTerminal } from '@rotamer/client';
import { isPicture } from '@rotamer/pages/viewers/shownFiles.ts';
import { tablesOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { portsOf } from './ResultsTab.tsx';
import type { ReadResult } from './readResult.ts';
import type { ReadTool } from './readTool.ts';
import { SharedJob } from './SharedJob.tsx';

type OfJob = FastifyRequest<{ Params: { jobId: string } }>;

interface Readers {
  readResult: ReadResult;
  readTool: ReadTool;
}

/** GET …/jobs/{jobId}/share/preview: what strangers see of the job, also while it is not shared. */
export function sharePreview(app: FastifyInstance, visit: VisitOf, { readResult, readTool }: Readers): void {
  app.get('/w/:workspace/jobs/:jobId/share/preview', async (request: OfJob, reply) => {
    const { api, workspaceId, site } = visit(request);
    const { jobId } = request.params;
    const [frame, job] = await Promise.all([site('jobs'), api.jobs.details(jobId)]);
    const [tool, result] = await Promise.all([
      readTool(api, job.tool),
      isTerminal(job.status) ? readResult(api, workspaceId, jobId) : undefined,
    ]);
    const { files = [], rows = [] } = result ?? {};
    const pictures = files.filter(isPicture);
    const own = pathTo(frame, `jobs/${job.id}`);
    const body = (
      <>
        <p class="notice">
          This is what people see with whom you share the job. <a href={`${own}/share`}>Back to sharing</a>
        </p>
        <SharedJob
          root={frame.root}
          own={own}
          job={job}
          tool={tool}
          tables={tablesOf(rows, portsOf(tool), tool?.scenes)}
          files={files}
          fileCount={files.length}
          pictures={pictures}
          pictureCount={pictures.length}
        />
      </>
    );
    return sendPage(reply, frame, 'Preview', body, { hasViewers: result !== undefined });
  });
}
