import { dependencyUnavailable, Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import type { JSX } from 'preact';
import type { OperatorPath } from '../api/openApi.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { LettersPage, type OperatorLetters } from './LettersPage.tsx';
import { type OperatorOverview, OperatorPage } from './OperatorPage.tsx';
import { type OperatorQueue, QueuePage } from './QueuePage.tsx';

/**
 * GET /w/{workspace}/operator: the whole installation, …/queue: waiting jobs and runners, …/letters: what was given up, for people
 * whom the operator named. POST …/letters/replay tries a group again. For others the pages do not exist.
 */
export function operator(app: FastifyInstance, visit: VisitOf): void {
  function page<Answer>(path: string, from: OperatorPath, show: (answer: Answer) => JSX.Element): void {
    app.get(`/w/:workspace/operator${path}`, async (request, reply) => {
      const { api, site } = visit(request);
      const [frame, response] = await Promise.all([site('none'), api.operator(from)]);
      refuseFailed(response);
      return sendPage(reply, frame, 'Operator', show((await response.json()) as Answer));
    });
  }

  page<OperatorOverview>('', '/overview', (overview) => <OperatorPage overview={overview} />);
  page<OperatorQueue>('/queue', '/queue', (queue) => <QueuePage queue={queue} />);
  page<OperatorLetters>('/letters', '/dead-letters', (letters) => <LettersPage letters={letters} />);

  postForm(app, visit, 'operator/letters/replay', async ({ api, field }) => {
    const which = { source: field('source'), topic: field('topic'), group: field('group') };
    const response = await api.operator('/dead-letters/replay', which);
    refuseFailed(response);
    return 'operator/letters';
  });
}

/** @throws not_found for people who are no operators, unauthorized after their session, service_unavailable while the gateway is busy */
function refuseFailed({ ok, status }: Response): void {
  if (ok) return;
  if (status === 404) throw notFound('page');
  if (status === 401) throw new Fault('unauthorized', 'You are not signed in.');
  throw dependencyUnavailable(new Error(`the gateway answers ${status}`));
}
