import { writeTsv } from '../shared/tsv.ts';
import { type Domain, labelOf, orderOf, type Position } from './domains.ts';
import type { Scheme } from './tool.ts';

/** Domains of one class of chains as rows of equal length, with a column for each position that occurs in a domain. */
export interface AlignedDomains {
  positions: Position[];
  rows: { domain: Domain; cells: string[] }[];
}

export function alignDomains(domains: Domain[], scheme: Scheme): AlignedDomains {
  const byLabel = new Map(domains.flatMap(({ positions }) => positions).map((each) => [labelOf(each), each]));
  const positions = [...byLabel.values()].sort((a, b) => orderOf(a, scheme) - orderOf(b, scheme));
  const columns = new Map(positions.map((position, column) => [labelOf(position), column]));
  const rows = domains.map((domain) => {
    const cells = new Array<string>(positions.length).fill('-');
    for (const [i, position] of domain.positions.entries())
      cells[columns.get(labelOf(position))!] = domain.residues[i]!;
    return { domain, cells };
  });
  return { positions, rows };
}

/** Returns a table with the columns of ANARCI's --csv: first those about the domain, then the positions. */
export function numberingTable({ positions, rows }: AlignedDomains): string {
  const labels = positions.map(labelOf);
  const about = ['sequence', 'domain', 'chain', 'confidence', 'start', 'end'];
  const table = rows.map(({ domain, cells }) => ({
    ...{ sequence: domain.name, domain: domain.number, chain: domain.chain, confidence: domain.confidence },
    ...{ start: domain.start + 1, end: domain.end + 1 },
    ...Object.fromEntries(labels.map((label, i) => [label, cells[i]])),
  }));
  return writeTsv([...about, ...labels], table);
}
