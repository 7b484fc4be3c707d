import { join } from 'node:path';
import cookies from '@fastify/cookie';
import { notFound } from '@rotamer/kit/fault.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { callScope } from '../../http/callScope.ts';
import { beginErrorAnswer } from '../../http/errorAnswer.ts';
import { fileOf, packageFile, serveFiles } from '../../http/files.ts';
import { jobIdOf } from '../../http/jobId.ts';
import { sendItem } from '../../results/sendItem.ts';
import { jobView } from '../../share/jobView.ts';
import { errorPage, jobPage, signInPage } from '../../share/pages.ts';
import { createVisitors } from '../../share/visitor.ts';
import { answerPage, assetHeaders } from './answerPage.ts';

type JobRequest = FastifyRequest<{ Params: { jobId: string } }>;

/** Larger than any key. */
const FORM_LIMIT = 4 * 1024;

const ours = (file: string) => fileOf(join(import.meta.dirname, '../../share/assets', file));

/**
 * GET /share/{jobId}: a job for people outside its workspace, and the bytes of its result. Not part of the API. What a
 * link opens is decided by jobs for every request anew; a link that opens nothing leads to the page of no job at all.
 */
export function share(dependencies: Dependencies) {
  const { jobs, sharing, blobs, readManifest, shareSecret } = dependencies;
  const visitors = createVisitors(dependencies);

  /** The job, or undefined for who must sign in first. */
  async function open(request: JobRequest, reply: FastifyReply, token?: string): Promise<Job | undefined> {
    const jobId = jobIdOf(request.params);
    const visitor = await visitors.of(request, reply);
    const opened = await sharing.openShare({ jobId, ...visitor, ...(token && { token }) }, callScope(request, reply));
    return opened.job;
  }

  /** The contract only names things: without it the page shows ids. */
  async function contractOf({ tool }: Job, request: FastifyRequest, reply: FastifyReply) {
    const found = await jobs.getTool({ tool }, callScope(request, reply)).catch((error) => {
      request.log.warn({ err: error }, 'a page without the contract of its tool');
      return undefined;
    });
    return found && (JSON.parse(found.contractJson) as ToolContract);
  }

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cookies, { secret: shareSecret });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    app.setErrorHandler((error, request, reply) => {
      const { code, message, resolution } = beginErrorAnswer(error, request, reply);
      if (code === 'not_found') return answerPage(reply, errorPage('Nothing here', NOT_SHARED));
      return answerPage(reply, errorPage('This did not work', `${message} ${resolution}`));
    });

    const files = new Map([
      ['share.css', ours('share.css')],
      ['share.js', ours('share.js')],
      ['depict.js', ours('depict.js')],
      ['structures.js', ours('structures.js')],
      ['openchemlib.js', fileOf(packageFile('openchemlib'))],
      ['3dmol.js', fileOf(packageFile('3dmol/build/3Dmol.es6-min.js'))],
      ['icon.png', fileOf(packageFile('swagger-ui-dist/favicon-32x32.png'))],
    ]);
    serveFiles(app, '/share/assets/:file', files, assetHeaders);

    app.get(
      '/share/:jobId',
      async (request: FastifyRequest<{ Params: { jobId: string }; Querystring: { t?: unknown } }>, reply) => {
        const { t } = request.query;
        if (typeof t === 'string' && t !== '') {
          // Out of the address bar, so that the token stays out of histories and of links that are passed on.
          await open(request, reply, t);
          visitors.rememberInvitation(reply, request.params.jobId, t);
          return reply.redirect(`/share/${request.params.jobId}`, 303);
        }
        const job = await open(request, reply);
        if (!job) return answerPage(reply.code(401), signInPage(request.params.jobId, false));
        const [manifest, contract] = await Promise.all([
          job.manifest && readManifest(job.manifest),
          contractOf(job, request, reply),
        ]);
        return answerPage(reply, jobPage(jobView(job, manifest, contract)));
      },
    );

    app.post('/share/:jobId', async (request: JobRequest, reply) => {
      const { jobId } = request.params;
      const job = await open(request, reply);
      const key = request.body instanceof URLSearchParams ? (request.body.get('key') ?? '') : '';
      if (!job && !(await visitors.signIn(request, reply, key))) {
        return answerPage(reply.code(401), signInPage(jobId, true));
      }
      return reply.redirect(`/share/${jobId}`, 303);
    });

    app.get(
      '/share/:jobId/items/:itemId',
      async (request: FastifyRequest<{ Params: { jobId: string; itemId: string } }>, reply) => {
        const job = await open(request, reply);
        if (!job) return answerPage(reply.code(401), signInPage(request.params.jobId, false));
        if (!job.manifest) throw notFound('result item');
        return await sendItem(reply, await readManifest(job.manifest), request.params.itemId, blobs);
      },
    );
  };
}

const NOT_SHARED =
  'There is no such page, or it is not shared with you. If you were invited, follow the link in your mail again.';
