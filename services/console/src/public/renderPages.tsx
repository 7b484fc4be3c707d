import type { PublicPage } from '@rotamer/pages/publicPages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { SharedJob } from '../job/SharedJob.tsx';
import { sendPublic } from '../site/sendPage.tsx';
import { ToolsPage } from '../tools/ToolsPage.tsx';
import { AboutTool } from './AboutTool.tsx';
import { SignIn } from './SignIn.tsx';
import { priceOf } from './toolView.ts';
import { Welcome } from './Welcome.tsx';

/** Maximum bytes of what a page shows. */
const LIMIT = 8 * 1024 * 1024;

interface Rendered {
  title: string;
  body: ComponentChildren;
  hasViewers?: boolean;
}

/**
 * POST /pages: renders a page for readers who need not sign in. Only the gateway sends it: it passes on no such path of browsers, and
 * decides who may see the page.
 */
export async function renderPages(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LIMIT },
    async (_request: FastifyRequest, body: string) => JSON.parse(body),
  );
  app.post<{ Body: PublicPage }>('/pages', (request, reply) => {
    const { title, body, hasViewers } = rendered(request.body);
    return sendPublic(reply, request.body.root, title, body, { hasViewers });
  });
}

function rendered(page: PublicPage): Rendered {
  switch (page.page) {
    case 'welcome':
      return { title: 'Protein analysis jobs', body: <Welcome {...page} /> };
    case 'catalogue': {
      const tools = page.tools.map((tool) => ({ ...tool, price: priceOf(tool.credit_model) }));
      return { title: 'Tools', body: <ToolsPage tools={tools} query={page.search} path={`${page.root}tools`} /> };
    }
    case 'tool':
      return { title: page.tool.name, body: <AboutTool {...page} /> };
    case 'job':
      return { title: page.job.name || page.job.id, body: <SharedJob {...page} />, hasViewers: true };
    case 'signIn':
      return { title: 'Sign in', body: <SignIn {...page} /> };
    case 'error':
      return {
        title: page.title,
        body: (
          <>
            <h1>{page.title}</h1>
            <p class="lead">{page.message}</p>
          </>
        ),
      };
  }
}
