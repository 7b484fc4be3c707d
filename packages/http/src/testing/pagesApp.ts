import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { preparePages } from '../pages/preparePages.ts';
import { beginRequest } from '../request/beginRequest.ts';
import { testRenderPage } from './testRenderPage.ts';

/** An application with some pages only, with the cookies and error pages that all pages have. */
export async function pagesApp(add: (app: FastifyInstance) => void): Promise<FastifyInstance> {
  const app = fastify({ logger: false, childLoggerFactory: () => quietLog as FastifyBaseLogger });
  for (const name of ['traceparent', 'route', 'record']) app.decorateRequest(name);
  const begin = beginRequest(quietLog);
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.removeAllContentTypeParsers();
  await preparePages(app, {
    secret: 'secret of the tests',
    purpose: 'test cookies',
    formLimit: 4_096,
    notFound: 'nothing',
    renderPage: testRenderPage,
  });
  add(app);
  await app.ready();
  onTestFinished(() => app.close());
  return app;
}

/** Keeps the cookies of one browser between injected requests. */
export function cookieJar() {
  const jar = new Map<string, string>();
  return {
    header: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    keep(lines: string | string[] | undefined): void {
      for (const line of [lines ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value === '' || /Expires=Thu, 01 Jan 1970/.test(line)) jar.delete(name!);
        else jar.set(name!, value!);
      }
    },
    names: () => [...jar.keys()],
  };
}
