import type { Contract } from '../contract.ts';

/** A code sample of the documentation in one language. */
export interface ShownSample {
  /** The operation id, or the guide and a number for code of guides. */
  name: string;
  code: string;
  /** The request that the sample must make. Undefined for code of guides, which may make any request. */
  route?: { method: string; path: string };
}

export type Language = 'curl' | 'Command line' | 'TypeScript' | 'Python';

interface Reference {
  info: { description: string };
  paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': { label: string; source: string }[] }>>;
}

/** Returns every sample of the reference and all other code of the guides, as a reader finds them. */
export async function readSamples(
  baseUrl: string,
  language: Language,
  { operations }: Contract,
): Promise<ShownSample[]> {
  const reference = (await (await fetch(new URL('/docs/openapi.json', baseUrl))).json()) as Reference;
  const samples: ShownSample[] = operations.map(({ method, path, operation: { operationId: name } }) => {
    const own = reference.paths[path]![method.toLowerCase()]!['x-codeSamples'];
    const code = own.find(({ label }) => label === language)?.source;
    if (!code) throw new Error(`${name} has no sample for ${language}`);
    return { name, code, route: { method, path } };
  });
  const known = new Set(samples.map(({ code }) => code));
  const guides = [...new Set(reference.info.description.match(/\bguides\/[\w-]+/g))];
  const blocks = await Promise.all(guides.map((guide) => blocksOf(new URL(`/docs/${guide}`, baseUrl), language)));
  return [...samples, ...blocks.flat().filter(({ code }) => !known.has(code) && known.add(code))];
}

/** Returns the code of a guide in this language. Code outside of tabs is for a shell. */
async function blocksOf(url: URL, language: Language): Promise<ShownSample[]> {
  const page = await (await fetch(url)).text();
  const tabs = [...page.matchAll(/<label [^>]*>([^<]*)<\/label><pre[^>]*><code>([^<]*)<\/code>/g)];
  const others = [...page.matchAll(/<code class="language-bash">([^<]*)<\/code>/g)].map(([, code]) => [
    '',
    'curl',
    code,
  ]);
  return [...tabs, ...others]
    .filter(([, label]) => label === language)
    .map(([, , code], i) => ({ name: `${url.pathname.split('/').at(-1)}-${i + 1}`, code: unescaped(code!) }));
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
