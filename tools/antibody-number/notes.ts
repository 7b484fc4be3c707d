import type { Notes } from '../shared/notes.ts';
import { type Domain, type FoundDomain, labelOf } from './domains.ts';

/** Residues that nearly all variable domains have, by their IMGT number (Lefranc 2003). */
const conserved: [number, string, string][] = [
  [23, 'C', 'cysteine'],
  [41, 'W', 'tryptophan'],
  [104, 'C', 'cysteine'],
  [118, 'FW', 'phenylalanine or tryptophan'],
];

/** Insertions between these IMGT numbers are normal: they belong to the CDRs. */
const inserted = [32, 33, 60, 61, 111, 112];

/** Domains that begin after this IMGT position get a warning. */
const LAST_START = 3;
const FIRST_OF_FR4 = 118;
const LAST_OF_FR4 = 126;

/** Warns of parts of a domain that the owner should check. */
export function noteDomain(notes: Notes, domain: Domain): void {
  const warn = (warning: string) =>
    notes.warn(domain.inputId, domain.name, `domain ${domain.number} (${domain.chain}): ${warning}`);
  const imgt = domain.imgt!;
  for (const [number, letters, names] of conserved) {
    const letter = domain.residues[imgt.findIndex(([found, rank]) => found === number && rank === 0)];
    if (letter && isKnown(letter) && !letters.includes(letter))
      warn(`position ${number} of IMGT is ${letter}, where ${names} is conserved`);
  }
  const unknown = domain.positions.filter((_, i) => !isKnown(domain.residues[i]!));
  if (unknown.length > 0) warn(`${unknown.length} residues are unknown: ${listed(unknown.map(labelOf))}`);
  const odd = imgt.filter(([number, rank]) => rank > 0 && !inserted.includes(number));
  if (odd.length > 0) warn(`insertions outside of the CDRs of IMGT: ${listed(odd.map(labelOf))}`);
  if (imgt[0]![0] > LAST_START) warn(`it begins at position ${imgt[0]![0]} of IMGT`);
  const last = imgt.at(-1)![0];
  if (last < FIRST_OF_FR4)
    warn(`it ends at position ${last} of IMGT, before FR4; CDR3s of more than 60 residues are not found`);
  else if (last < LAST_OF_FR4) warn(`it ends at position ${last} of IMGT, within FR4`);
  if (domain.positions.some(([, rank]) => rank > 26))
    warn('more than 26 insertions at one position: their codes go on with AA, BB, …');
}

const isKnown = (letter: string) => !'XBZJ'.includes(letter);

/** Notes the residues of a sequence that are in no domain and have no numbers. */
export function noteOutside(notes: Notes, inputId: string, name: string, length: number, domains: FoundDomain[]): void {
  const stretches: [number, number][] = [];
  let next = 0;
  for (const { start, end } of [...domains, { start: length, end: length }]) {
    if (start > next) stretches.push([next + 1, start]);
    next = end + 1;
  }
  const names = stretches.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const count = stretches.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  notes.leftOut(inputId, name, 'residue', names, 'they are outside of the variable domains', count);
}

const MAX_LISTED = 10;

const listed = (names: string[]) =>
  names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '');
