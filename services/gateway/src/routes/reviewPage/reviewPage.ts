import cookies from '@fastify/cookie';
import { createBrowserSessions } from '@rotamer/accounts/sessions/browserSessions.ts';
import { answerErrorsAsPages } from '@rotamer/http/pages/preparePages.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { reviewUrl } from '@rotamer/present/presentCuration.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { loginLinkTo } from '../sharePage/askToSignIn.ts';
import { locateRun } from './locateRun.ts';

const NOT_FOUND = 'This page does not exist. Check the link.';

/**
 * GET /workflow-runs/{runId}/review: the address in mails. It leads a person to the review in the console, in the workspace of the run,
 * and everybody else to the page that signs in. The console and the API check who may see the run.
 */
export function review(dependencies: Deps) {
  const { workflows, signInWays, consoleUrl, renderPage } = dependencies;
  const browsers = createBrowserSessions(dependencies);

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cookies);
    answerErrorsAsPages(app, renderPage, NOT_FOUND);
    app.get<{ Params: { runId: string } }>('/workflow-runs/:runId/review', async (request, reply) => {
      const runId = runIdOf(request.params);
      if (!consoleUrl) throw notFound('page');
      const person = await browsers.find(request);
      reply.header('cache-control', 'private, no-store');
      if (person) {
        const { workspaceId } = await locateRun(workflows, person, runId, request);
        return reply.redirect(`${rootOf(request)}w/${workspaceId}/runs/${runId}/review`, 303);
      }
      const login = loginLinkTo(request, signInWays, reviewUrl(runId));
      if (login) return reply.redirect(login, 303);
      throw new Fault('unauthorized', 'No way to sign in is switched on here.', {
        resolution: `Decide with an API key: POST /api/v1/workflow-runs/${runId}/curation.`,
      });
    });
  };
}
