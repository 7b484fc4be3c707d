/**
 * Returns the addresses of all links, files and forms of a page, without fragments, without links to places of the page itself, and
 * without addresses of other sites.
 */
export function linksOf(page: string, html: string): string[] {
  const links = [
    ...html.matchAll(
      /(?:(?:href|src|action|data-(?:url|rows))=|&quot;url&quot;:&)(?:"|quot;)(?!#)([^"]*?)(?:"|&quot;)/g,
    ),
  ].map(([, link]) => {
    const url = new URL(link!.replaceAll('&amp;', '&'), page);
    url.hash = '';
    return url.href;
  });
  const isOwn = (link: string) => link.startsWith(`${new URL(page).origin}/`);
  return [...new Set(links)].filter((link) => isOwn(link) || !/^https:\/\/(?!localhost|127\.)/.test(link));
}
