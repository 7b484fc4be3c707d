import { createFormTokens } from '@rotamer/accounts/sessions/formTokens.ts';
import { assetHeaders } from '@rotamer/http/pages/answerPage.ts';
import { preparePages } from '@rotamer/http/pages/preparePages.ts';
import { shareAsset } from '@rotamer/pages/sharePage/assets.ts';
import { fileOf, packageFile, scriptOf, serveFiles } from '@rotamer/pages/static/staticFiles.ts';
import { viewerScripts } from '@rotamer/pages/viewers/viewerScripts.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createAskToSignIn } from './askToSignIn.ts';
import { downloadSharedItem } from './downloadSharedItem.ts';
import { createOpenJob } from './openJob.ts';
import { showSharedJob } from './showSharedJob.ts';
import { showSharedPicture } from './showSharedPicture.ts';
import { showSharedRows } from './showSharedRows.ts';
import { signIn } from './signIn.ts';
import { createSignInForm } from './signInForm.ts';
import { createVisitors, sharePagesPath } from './visitors.ts';

/** Maximum bytes of the sign-in form; larger than any key. */
const FORM_LIMIT = 4 * 1024;

const NOT_SHARED =
  'This page does not exist or is not shared with you. If you were invited, open the link in the invitation again.';

const ours = (file: string) => fileOf(shareAsset(file));

/**
 * GET /share/{jobId}: the page of a job for people outside its workspace, and downloads of its result. Not part of the API.
 * Jobs that are unknown and jobs that are not shared get the same page.
 */
export function share(dependencies: Deps) {
  const visitors = createVisitors(dependencies);
  const openJob = createOpenJob(dependencies, visitors);
  const { shareSecret, clock, publicUrl } = dependencies;
  const form = createSignInForm({
    tokens: createFormTokens(shareSecret, clock),
    path: sharePagesPath(publicUrl),
    secure: publicUrl.startsWith('https:'),
    page: (view) => dependencies.renderPage({ page: 'signIn', ...view }),
  });
  const askToSignIn = createAskToSignIn(form, dependencies.signInWays);

  return async (app: FastifyInstance): Promise<void> => {
    await preparePages(app, {
      secret: dependencies.shareSecret,
      purpose: 'share page cookies',
      formLimit: FORM_LIMIT,
      notFound: NOT_SHARED,
      renderPage: dependencies.renderPage,
    });
    const files = new Map([
      ['share.css', ours('share.css')],
      ['share.js', ours('share.js')],
      ['depict.js', ours('depict.js')],
      ['icon.svg', ours('icon.svg')],
      ['openchemlib.js', fileOf(packageFile('openchemlib'))],
      ['3dmol.js', fileOf(packageFile('3dmol/build/3Dmol.es6-min.js'))],
      ...Object.entries(viewerScripts).map(([name, text]) => [name, scriptOf(text)] as const),
    ]);
    serveFiles(app, '/share/assets/:file', files, assetHeaders);
    showSharedJob(app, dependencies, openJob, askToSignIn, visitors);
    signIn(app, openJob, visitors, form, askToSignIn);
    downloadSharedItem(app, dependencies, openJob, askToSignIn);
    showSharedPicture(app, dependencies, openJob, askToSignIn);
    showSharedRows(app, dependencies, openJob, askToSignIn);
  };
}
