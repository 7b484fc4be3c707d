import { answerPage } from '@rotamer/http/pages/answerPage.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { MAX_ROWS } from '@rotamer/pages/viewers/table/resultTables.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { readFirstRows } from '@rotamer/results/firstRows.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { type AskToSignIn, shareLink } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';
import { type ShownOutput, sharedJob } from './sharedJob.ts';
import { isToken, type Visitors } from './visitors.ts';

type Page = { Params: { jobId: string }; Querystring: { t?: unknown } };

/** GET /share/{jobId}: the page, or the sign-in form. */
export function showSharedJob(
  app: FastifyInstance,
  { jobs, results, renderPage }: Pick<Deps, 'jobs' | 'results' | 'renderPage'>,
  openJob: OpenJob,
  askToSignIn: AskToSignIn,
  visitors: Visitors,
): void {
  /** Fetches the contract, which only provides labels. Without it the page shows ids. */
  async function toolOf({ tool }: Job, request: FastifyRequest, reply: FastifyReply) {
    return await jobs.getTool({ tool }, callScope(request, reply)).catch((error) => {
      request.log.warn({ err: error }, 'tool contract unavailable, showing the page without it');
      return undefined;
    });
  }

  async function outputOf({ manifest: ref }: Job): Promise<ShownOutput> {
    if (!ref) return { files: [], rows: [] };
    const manifest = await results.manifest(ref);
    return { files: manifest.files, rows: await readFirstRows(results, manifest, MAX_ROWS) };
  }

  app.get<Page>('/share/:jobId', async (request, reply) => {
    const { jobId } = request.params;
    const { t } = request.query;
    if (typeof t === 'string' && isToken(t)) {
      // Removes the token from the address bar, so that it stays out of histories and out of links that people pass on.
      await openJob(request, reply, t);
      visitors.rememberInvitation(reply, jobId, t);
      return reply.header('cache-control', 'private, no-store').redirect(shareLink(request), 303);
    }
    const job = await openJob(request, reply);
    if (!job) return askToSignIn(request, reply);
    const [output, tool] = await Promise.all([outputOf(job), toolOf(job, request, reply)]);
    const html = await renderPage({ root: rootOf(request), ...sharedJob(job, output, tool) });
    return answerPage(reply, html);
  });
}
