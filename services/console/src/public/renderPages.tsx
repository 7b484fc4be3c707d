import type { PublicPage } from '@rotamer/pages/publicPages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { SharedJob } from '../job/SharedJob.tsx';
import { sendPublic } from '../site/sendPage.tsx';
import { ToolsPage } from '../tools/ToolsPage.tsx';
import { AboutTool } from './AboutTool.tsx';
import { Account } from './Account.tsx';
import { Device, DeviceCode } from './Device.tsx';
import { Invitation, LocalLink, MailLink, SwitchOff } from './LinkForms.tsx';
import { Login } from './Login.tsx';
import { Message } from './Message.tsx';
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
 * POST /pages: renders a page for readers whom the console does not know: strangers, and people who sign in. Only the gateway sends it: it passes on no such path of browsers, and
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
    case 'message':
      return { title: page.title, body: <Message {...page} /> };
    case 'login':
      return { title: 'Sign in', body: <Login {...page} /> };
    case 'localLink':
      return { title: 'Sign in', body: <LocalLink {...page} /> };
    case 'mailLink':
      return { title: 'Sign in', body: <MailLink {...page} /> };
    case 'account':
      return { title: 'Account', body: <Account {...page} /> };
    case 'deviceCode':
      return { title: 'Sign in a program', body: <DeviceCode {...page} /> };
    case 'device':
      return { title: 'Sign in a program', body: <Device {...page} /> };
    case 'invitation':
      return { title: 'Invitation', body: <Invitation {...page} /> };
    case 'switchOff':
      return { title: 'Switch mails off', body: <SwitchOff {...page} /> };
  }
}
