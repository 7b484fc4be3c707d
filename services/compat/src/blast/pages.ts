/** A block that clients find by its lines (https://blast.ncbi.nlm.nih.gov/doc/blast-help/urlapi.html). */
function infoBlock(...lines: string[]): string {
  return ['<!--', 'QBlastInfoBegin', ...lines, 'QBlastInfoEnd', '-->', ''].join('\n');
}

/** Returns the answer to a search that was accepted. `rtoe`: seconds until it may be ready. */
export function acceptedPage(rid: string, rtoe: number): string {
  return infoBlock(`    RID = ${rid}`, `    RTOE = ${rtoe}`);
}

export type SearchStatus = 'WAITING' | 'READY' | 'FAILED' | 'UNKNOWN';

/** Returns the state of a search. `hasHits` is given for a search that is ready. */
export function statusPage(status: SearchStatus, hasHits?: boolean): string {
  const page = infoBlock(`\tStatus=${status}`);
  return hasHits === undefined ? page : page + infoBlock(`\tThereAreHits=${hasHits ? 'yes' : 'no'}`);
}

/**
 * Returns an error in the form from which clients read it: one line without markup, after a message number. The number of an unreadable
 * query is 24, as at NCBI; other errors have 0.
 */
export function errorPage(message: string): string {
  const number = message.startsWith('QUERY') ? 24 : 0;
  return `Message ID#${number} Error: ${message.replaceAll(/\s+/g, ' ').replaceAll('<', '(').replaceAll('>', ')')}\n`;
}
