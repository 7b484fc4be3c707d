import { jobView, type ShownOutput } from '@rotamer/pages/sharePage/jobView.ts';
import { jobPage } from '@rotamer/pages/sharePage/pages.ts';
import { MAX_ROWS } from '@rotamer/pages/sharePage/resultTables.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { rootOf } from '../../http/baseUrl.ts';
import { callScope } from '../../request/callScope.ts';
import { readFirstRows } from '../../results/firstRows.ts';
import { isToken, type Visitors } from '../../sessions/visitors.ts';
import { answerPage } from './answerPage.ts';
import { type AskToSignIn, shareLink } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';

type Page = { Params: { jobId: string }; Querystring: { t?: unknown } };

/** GET /share/{jobId}: the page, or the sign-in form. */
export function showSharedJob(
  app: FastifyInstance,
  { jobs, results }: Pick<Deps, 'jobs' | 'results'>,
  openJob: OpenJob,
  askToSignIn: AskToSignIn,
  visitors: Visitors,
): void {
  /** Fetches the contract, which only provides labels. Without it the page shows ids. */
  async function contractOf({ tool }: Job, request: FastifyRequest, reply: FastifyReply) {
    const found = await jobs.getTool({ tool }, callScope(request, reply)).catch((error) => {
      request.log.warn({ err: error }, 'tool contract unavailable, showing the page without it');
      return undefined;
    });
    return found && (JSON.parse(found.contractJson) as ToolContract);
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
    const [output, contract] = await Promise.all([outputOf(job), contractOf(job, request, reply)]);
    return answerPage(reply, jobPage(jobView(job, output, contract, rootOf(request))));
  });
}
