import cookies from '@fastify/cookie';
import { logRequests } from '@rotamer/http/request/logRequests.ts';
import { drain } from '@rotamer/http/server/drain.ts';
import { serverOptions } from '@rotamer/http/server/serverOptions.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serveAssets } from './assets/assets.ts';
import { batchDownloads } from './batches/batchDownloads.ts';
import { batches } from './batches/batches.tsx';
import { compare } from './compare/compare.tsx';
import type { Deps } from './deps.ts';
import { events } from './events/events.ts';
import { files } from './files/files.tsx';
import { oneFile } from './files/oneFile.tsx';
import { uploadFiles } from './files/uploadFiles.tsx';
import { home } from './home/home.tsx';
import { waits } from './home/waits.ts';
import { pageHeaders } from './http/pageHeaders.ts';
import { cancelJob } from './job/cancelJob.ts';
import { job } from './job/job.tsx';
import { jobEvents } from './job/jobEvents.ts';
import { jobItems } from './job/jobItems.ts';
import { jobLog } from './job/jobLog.ts';
import { jobRows } from './job/jobRows.ts';
import { rememberResults } from './job/readResult.ts';
import { rememberTools } from './job/readTool.ts';
import { runAgain } from './job/runAgain.tsx';
import { share } from './job/share.tsx';
import { sharePreview } from './job/sharePreview.tsx';
import { stopJob } from './job/stopJob.tsx';
import { jobs } from './jobs/jobs.tsx';
import { operator } from './operator/operator.tsx';
import { projects } from './projects/projects.tsx';
import { renderPages } from './public/renderPages.tsx';
import { candidate } from './review/candidate.ts';
import { review } from './review/review.tsx';
import { retry } from './run/retry.tsx';
import { run } from './run/run.tsx';
import { runs } from './runs/runs.tsx';
import { search } from './search/search.tsx';
import { settings } from './settings/settings.tsx';
import { answerErrors } from './site/answerErrors.ts';
import { entrance } from './site/entrance.ts';
import { signOut } from './site/signOut.ts';
import { createVisits } from './site/visit.ts';
import { runTool } from './tools/runTool.tsx';
import { tools } from './tools/tools.tsx';
import { usage } from './usage/usage.tsx';
import { workflow } from './workflow/workflow.tsx';
import { workflows } from './workflows/workflows.tsx';

/** Maximum bytes of a form: as much as the API accepts in a request. */
const FORM_LIMIT = 512 * 1024;

export interface AppOptions extends Deps {
  maxConnections: number;
  trustedProxies: string;
}

/** Builds the HTTP application; the caller listens, or injects requests. */
export async function buildApp({ maxConnections, trustedProxies, ...deps }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...serverOptions({ log: deps.log, trustedProxies }),
    bodyLimit: FORM_LIMIT,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
  });
  app.server.maxConnections = maxConnections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );
  logRequests(app, deps.log);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(pageHeaders));
  answerErrors(app);
  app.setNotFoundHandler(() => {
    throw new Fault('not_found', 'No such page.');
  });
  await app.register(cookies);
  app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"status":"ok"}'));
  serveAssets(app);
  await app.register(renderPages);
  const { visit, tokenOf } = createVisits(deps);
  entrance(app, deps, tokenOf);
  signOut(app, deps, visit);
  const readResult = rememberResults();
  const readTool = rememberTools();
  home(app, visit);
  waits(app, visit);
  projects(app, visit);
  operator(app, visit);
  batches(app, visit);
  batchDownloads(app, visit);
  events(app, visit);
  search(app, visit);
  workflows(app, visit);
  workflow(app, visit);
  runs(app, visit);
  run(app, visit);
  retry(app, visit);
  review(app, visit, readTool);
  candidate(app, visit, { readResult, readTool });
  files(app, visit);
  oneFile(app, visit);
  uploadFiles(app, visit);
  usage(app, visit);
  settings(app, visit);
  jobs(app, visit);
  compare(app, visit, { readResult, readTool });
  job(app, visit, { readResult, readTool });
  jobEvents(app, visit);
  jobItems(app, visit, readResult);
  jobRows(app, visit, { readResult, readTool });
  cancelJob(app, visit);
  stopJob(app, visit);
  jobLog(app, visit);
  runAgain(app, visit);
  share(app, deps, visit);
  sharePreview(app, visit, { readResult, readTool });
  tools(app, visit);
  runTool(app, visit, readTool);
  drain(app);
  await app.ready();
  return app;
}
