import type { FastifyInstance } from 'fastify';

/** Fetches the form of a shared page that signs in with a key: its token, and the cookie that belongs to it. */
export async function signInFormOf(app: FastifyInstance, page: string) {
  const { body, cookies } = await app.inject({ url: page });
  return { token: fieldOf(body, 'token'), cookies: cookiesOf({ cookies }) };
}

/** Returns a field of what a page shows, such as the token of its forms. */
export function fieldOf(page: string, name: string): string {
  return String(JSON.parse(page)[name]);
}

/** The cookies that a response sets. */
export function cookiesOf({ cookies }: { cookies: { name: string; value: string }[] }): Record<string, string> {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** Resolves a link of the page at a path to its path. */
export function linkFrom(page: string, link: string): string {
  const { pathname, search } = new URL(link, `http://rotamer${page}`);
  return pathname + search;
}

/** Returns the paths of all links, files and forms of the page at a path. Links to other sites are left out. */
export function linksOn(page: string, body: string): string[] {
  return [
    ...body.matchAll(/(?:(?:src|href|action|data-(?:url|rows))="|&quot;url&quot;:&quot;)(?!https?:)([^"#&]+)/g),
  ].map(([, link]) => linkFrom(page, link!));
}
