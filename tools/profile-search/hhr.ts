import { ToolError } from '../contract.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';

/** A hit of a report of HHsearch. `header` is the name of the profile that was found, and its description. */
export interface HhrHit {
  header: string;
  numbers: {
    probability: number;
    evalue: number;
    pvalue: number;
    score: number;
    columns: number;
    identity: number;
    qstart: number;
    qend: number;
    tstart: number;
    tend: number;
    tlength: number;
  };
}

/**
 * A line of the list of hits, with 30 characters of the profile's header:
 * `  1 s000001                        100.0 5.8E-63 1.9E-63  357.4   0.0  146    2-147     1-146 (146)`.
 */
const HIT =
  /^ *\d+ .{30} +([\d.]+) +([\d.E+-]+) +([\d.E+-]+) +([\d.-]+) +[\d.-]+ +(\d+) +(\d+)-(\d+) +(\d+)-(\d+) *\((\d+)\)$/;

/**
 * Returns the hits of a report, best first.
 *
 * @throws ToolError for a report that HHsearch did not finish.
 */
export function parseHhr(text: string): HhrHit[] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(' No Hit '));
  if (first === -1) throw new ToolError('hhsearch did not complete its search');
  const end = lines.indexOf('', first);
  const identities = Array.from(text.matchAll(/^Probab=.* Identities=(\d+)%/gm), ([, percent]) => Number(percent));
  const headers = Array.from(text.matchAll(/^No \d+ *\n>(.*)/gm), ([, header]) => header!);
  return lines.slice(first + 1, end === -1 ? undefined : end).map((line, i) => {
    const [all, ...cells] = HIT.exec(line) ?? [];
    const header = headers[i];
    if (all === undefined || header === undefined) throw new ToolError('hhsearch gave no usable list of hits');
    const [probability, evalue, pvalue, score, columns, qstart, qend, tstart, tend, tlength] = cells.map(Number);
    const identity = identities[i] ?? 0;
    return {
      header,
      numbers: { probability, evalue, pvalue, score, columns, identity, qstart, qend, tstart, tend, tlength },
    } as HhrHit;
  });
}

const [LABEL, NAME] = [14, 30];

/**
 * Returns the report with the users' names, cut to the widths of the report. Without `nameOf` only the query gets its name. Date and command are left out: they make
 * every report different.
 */
export function restoreHhr(text: string, query: string, nameOf?: (index: number) => string): string {
  const nameIn = (id: string) => (id === 'query' ? query : (nameOf?.(indexOfSafeId(id)!) ?? id));
  return text
    .split('\n')
    .filter((line) => !/^(Date|Command) /.test(line))
    .map((line) =>
      line
        .replace(/^(Query +)query$/, (_, before: string) => before + query)
        .replace(/^>(s\d{6,9}).*/, (_, id: string) => `>${nameIn(id)}`)
        .replace(/^( *\d+ )(s\d{6,9}) .*/, (all: string, before: string, id: string) => {
          const name = nameIn(id).slice(0, NAME).padEnd(NAME);
          return before + name + all.slice(before.length + NAME);
        })
        .replace(/^(Q (?=query )|T (?=s\d{6,9} ))(\w+) +/, (all: string, before: string, id: string) => {
          const rest = ' '.repeat(Math.max(1, all.length - before.length - LABEL));
          return `${before}${nameIn(id).slice(0, LABEL).padEnd(LABEL)}${rest}`;
        }),
    )
    .join('\n');
}
