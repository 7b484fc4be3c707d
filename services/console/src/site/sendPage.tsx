import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from './Layout.tsx';
import { type Site, SiteContext } from './site.ts';

/** Sends a page of the workspace. `title` names it in the browser's tab. `hasViewers`: it has molecules or structures. */
export function sendPage(
  reply: FastifyReply,
  site: Site,
  title: string,
  body: ComponentChildren,
  { hasViewers = false } = {},
): FastifyReply {
  return sendHtml(
    reply,
    <SiteContext.Provider value={site}>
      <Layout root={site.root} title={title} site={site} hasViewers={hasViewers}>
        {body}
      </Layout>
    </SiteContext.Provider>,
  );
}

/** Sends a page for readers who need not sign in. */
export function sendPublic(
  reply: FastifyReply,
  root: string,
  title: string,
  body: ComponentChildren,
  { hasViewers = false } = {},
): FastifyReply {
  return sendHtml(
    reply,
    <Layout root={root} title={title} hasViewers={hasViewers}>
      {body}
    </Layout>,
  );
}

/** Sends a page that says what went wrong and what to do next. */
export function sendError(reply: FastifyReply, root: string, title: string, message: string): FastifyReply {
  const body = (
    <>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        <a class="button" href={`${root}w`}>
          Home
        </a>
      </p>
    </>
  );
  return sendPublic(reply, root, title, body);
}

/** Pages are not compressed: they hold the form token beside what a reader searched for (the BREACH attack), and are small. */
function sendHtml(reply: FastifyReply, page: Parameters<typeof renderToString>[0]): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>${renderToString(page)}`);
}
