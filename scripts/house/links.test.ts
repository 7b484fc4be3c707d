import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(root, page)));

it.each(pages)('%s links to files and headings that exist', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link!);
  // A path from the root is a page of the service, where guides are also read.
  expect(links.filter((link) => !/^(https?:|\/)/.test(link) && !leads(join(root, page), link))).toEqual([]);
});

function leads(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return existsSync(target) && (heading === undefined || headingsOf(target).includes(heading));
}

/** Returns the headings of a page as GitHub names their anchors. */
function headingsOf(page: string): string[] {
  const titles = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
