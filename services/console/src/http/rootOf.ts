/** Returns the relative path from the page of a request to the root of the service: `./`, `../`, …, so that links work below every path. */
export function rootOf({ url }: { url: string }): string {
  const [path = ''] = url.split('?', 1);
  return '../'.repeat(path.split('/').length - 2) || './';
}
