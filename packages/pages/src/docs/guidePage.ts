import { join } from 'node:path';
import type { Sample } from '@rotamer/api/samples/samplesOf.ts';
import { Eta } from 'eta';
import { Marked } from 'marked';
import { type Guide, guides } from './guides.ts';
import { languages } from './referenceDocument.ts';

/** Every value in a template is escaped unless it is itself a template or a rendered guide. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** The relative path from the page of a guide to the root of the service. */
const ROOT = '../../';

/** The placeholder in a guide for the sample of an operation or of a scene. */
export const samplePlace = /<!-- sample (\w+) -->/g;

/**
 * Returns a guide as a page. The Markdown is not sanitised, because only our own text is in it.
 *
 * @throws Error when it names a sample that does not exist
 */
export function guidePage(guide: Guide, samples: ReadonlyMap<string, Sample>): string {
  let places = 0;
  // Markdown is rendered before samples are inserted, because an empty line in a sample would end the HTML block.
  const body = markdown.parse(guide.text) as string;
  const withSamples = body.replaceAll(samplePlace, (_, name: string) => {
    const sample = samples.get(name);
    if (!sample) throw new Error(`the guide ${guide.name} shows ${name}, of which there is no sample`);
    const { samples: own, href, summary } = sample;
    const shown = languages.flatMap(({ kind, label }) => (own[kind] ? [{ kind, label, source: own[kind] }] : []));
    return eta.render('./docs/templates/sample', { root: ROOT, id: `sample-${++places}`, shown, href, summary });
  });
  const at = guides.indexOf(guide);
  return eta.render('./docs/templates/guide', {
    root: ROOT,
    guide,
    body: withSamples,
    next: guides[at + 1],
    others: guides.filter((one) => one !== guide),
  });
}

/** Wide tables and code can be scrolled separately, also with only a keyboard. */
const markdown = new Marked({
  gfm: true,
  async: false,
  hooks: {
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>')
        .replaceAll(/href="([\w-]+)\.md"/g, 'href="$1"')
        .replaceAll('href="/', `href="${ROOT}`)
        .replaceAll('<pre><code', '<pre tabindex="0"><code'),
  },
});
