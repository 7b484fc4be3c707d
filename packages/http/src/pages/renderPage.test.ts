import { Fault } from '@rotamer/kit/errors/fault.ts';
import { describe, expect, it } from 'vitest';
import { createRenderPage } from './renderPage.ts';

const page = { page: 'error', root: './', title: 'Page not found', message: 'No.' } as const;

/** A console that answers in this way, with the bodies that it was sent. */
function consoleThat(answer: () => Promise<Response>) {
  const sent: unknown[] = [];
  const send = (async (url: string, { body }: RequestInit) => {
    sent.push([url, JSON.parse(String(body))]);
    return answer();
  }) as typeof fetch;
  return { render: createRenderPage('http://console/', send), sent };
}

describe('createRenderPage', () => {
  it('sends what a page shows to the console, once for readers who open it together', async () => {
    const { render, sent } = consoleThat(async () => new Response('<p>page</p>'));
    expect(await Promise.all([render(page), render(page), render({ ...page, title: 'Other' })])).toEqual(
      Array.from({ length: 3 }, () => '<p>page</p>'),
    );
    expect(sent).toEqual([
      ['http://console/pages', page],
      ['http://console/pages', { ...page, title: 'Other' }],
    ]);
  });

  it.each([
    ['answers with an error', async () => new Response('', { status: 500 })],
    ['does not answer', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('is unavailable while the console %s, and asks it again', async (_, answer) => {
    const { render, sent } = consoleThat(answer);
    for (const _try of [1, 2]) await expect(render(page)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(sent).toHaveLength(2);
  });

  it('finds no page where no console is running', async () => {
    const error = await createRenderPage('')(page).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Fault);
    expect((error as Fault).code).toBe('not_found');
  });
});
