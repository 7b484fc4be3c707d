import { quoted } from '../shared/problems.ts';
import { ambiguities, type ResidueKind, residueLetters } from '../shared/residueCodes.ts';

/** One element of a pattern: the letters that it matches, and how often it repeats. */
export interface Element {
  /** In upper case; X stands for any residue. */
  letters: string;
  /** Matches all residues except these. */
  negated: boolean;
  min: number;
  /** Infinity for `*`. */
  max: number;
}

export interface Pattern {
  elements: Element[];
  atStart: boolean;
  atEnd: boolean;
  /**
   * The first element contains `<`: it may be missing at the beginning of the sequence. `orEnd` is the same for the
   * last element, with `>` and the end.
   */
  orStart: boolean;
  orEnd: boolean;
}

/** The longest PROSITE pattern spans about 100 residues. */
const MAX_SPAN = 300;
const MAX_PATTERN_LENGTH = 1000;

/** An element before its repeat. Every part ends at a character that cannot occur in it. */
const elementSyntax = /^([A-Za-z]|\[[A-Za-z<>]{1,28}\]|\{[A-Za-z]{1,26}\})(?:\((\d{1,3})(?:,(\d{1,3}))?\)|(\*))?-?/;

/**
 * Parses PROSITE syntax; hyphens and the final full stop may be omitted. Returns the reason when the text is not a
 * pattern. A pattern never becomes a regular expression, because users could write ones that take unlimited time.
 */
export function parsePattern(text: string): Pattern | string {
  if (text.length > MAX_PATTERN_LENGTH) return `has ${text.length} characters, the limit is ${MAX_PATTERN_LENGTH}`;
  const parsed = parseElements(text);
  if (typeof parsed === 'string') return parsed + hintFor(text);
  const { elements } = parsed;
  const span = elements.reduce((sum, { max }) => sum + (Number.isFinite(max) ? max : 1), 0);
  if (span > MAX_SPAN) return `spans up to ${span} residues, the limit is ${MAX_SPAN}`;
  const needed = elements.filter(
    ({ min }, i) => min > 0 && !(parsed.orStart && i === 0) && !(parsed.orEnd && i === elements.length - 1),
  );
  // `<{C}*>` matches a whole sequence without C.
  const isWhole = parsed.atStart && parsed.atEnd;
  return needed.length === 0 && !isWhole ? 'matches nothing at all' : parsed;
}

function parseElements(text: string): Pattern | string {
  let body = text.endsWith('.') ? text.slice(0, -1) : text;
  const atStart = body.startsWith('<');
  const atEnd = body.endsWith('>');
  body = body.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const pattern: Pattern = { elements: [], atStart, atEnd, orStart: false, orEnd: false };
  if (atStart && body.startsWith('-')) body = body.slice(1);
  while (body !== '') {
    const [whole, letters, least, most, star] = elementSyntax.exec(body) ?? [];
    const part = /^[^-]*/.exec(body)![0];
    if (part === '') return 'has an empty element';
    if (!whole || !letters) return `has the element ${quoted(part)}, which is not PROSITE syntax`;
    const isLast = whole.length === body.length;
    // A hyphen separates elements, so none may follow the last one.
    if (isLast && whole.endsWith('-') && !atEnd) return 'has an empty element';
    const min = star ? 0 : least === undefined ? 1 : Number(least);
    const max = star ? Number.POSITIVE_INFINITY : most === undefined ? min : Number(most);
    if (max < min || max === 0) return `has the element ${quoted(part)}, which repeats ${min} to ${max} times`;
    const inside = letters.replace(/[[\]{}]/g, '').toUpperCase();
    const isFirst = pattern.elements.length === 0;
    if (inside.includes('<') && !isFirst) return `has '<' in ${quoted(part)}, which is not its first element`;
    if (inside.includes('>') && !isLast) return `has '>' in ${quoted(part)}, which is not its last element`;
    if (/^[<>]+$/.test(inside)) return `has the element ${quoted(part)}, which has no residue`;
    pattern.orStart ||= inside.includes('<');
    pattern.orEnd ||= inside.includes('>');
    pattern.elements.push({ letters: inside.replace(/[<>]/g, ''), negated: letters.startsWith('{'), min, max });
    body = body.slice(whole.length);
  }
  return pattern.elements.length === 0 ? 'has an empty element' : pattern;
}

/** Returns what to write instead of a pasted regular expression. */
function hintFor(text: string): string {
  if (!/[\\^$|+?.]|\{\d/.test(text.slice(0, -1)) && !/[$+?]$/.test(text)) return '';
  const rewritten = text
    .replaceAll(/\[\^([A-Za-z]{1,26})\]/g, '{$1}')
    .replaceAll(/\{(\d{1,3}(?:,\d{1,3})?)\}/g, '($1)')
    .replace(/^\^/, '<')
    .replace(/\$$/, '>')
    .replaceAll('.', 'x');
  const parsed = parseElements(rewritten);
  const rules = 'in PROSITE syntax [^P] is {P}, . is x, {2,4} is (2,4), ^ and $ are < and >';
  const advice = typeof parsed === 'string' ? '' : `; write ${withHyphens(rewritten)}`;
  return `; it looks like a regular expression: ${rules}${advice}`;
}

const withHyphens = (text: string) =>
  text.replaceAll(/([A-Za-z\]})*])(?=[A-Za-z[{])/g, (match, _, at: number) =>
    isInside(text, at) ? match : `${match}-`,
  );

const isInside = (text: string, at: number) =>
  Math.max(text.lastIndexOf('[', at), text.lastIndexOf('{', at), text.lastIndexOf('(', at)) >
  Math.max(text.lastIndexOf(']', at), text.lastIndexOf('}', at), text.lastIndexOf(')', at));

/**
 * Returns, by character code, whether an element matches a letter of a sequence. An ambiguity code matches only if all
 * its residues match: B matches [DN] and {P}, X only x.
 */
export function takenBy({ letters, negated }: Element, kind: ResidueKind): Uint8Array {
  const all = residueLetters(kind);
  const meaning = (letter: string) => {
    if (letter === 'X') return all;
    if (kind === 'dna' && letter === 'U') return 'T';
    return ambiguities[kind][letter] ?? letter;
  };
  const named = [...letters].map(meaning).join('');
  const taken = new Set([...all].filter((letter) => named.includes(letter) !== negated));
  return new Uint8Array(128).map((_, code) => {
    const letter = String.fromCharCode(code);
    return /[A-Z]/.test(letter) && [...meaning(letter)].every((one) => taken.has(one)) ? 1 : 0;
  });
}

/** Following several paths at once costs as much as this many comparisons. */
const STEP_OF_MANY = 10;

/** Returns the number of comparisons per position for the worst sequence of a length. */
export function worstSteps({ elements }: Pattern, length: number): number {
  const states = elements.reduce((sum, { max }) => sum + (Number.isFinite(max) ? max : 1), 0);
  const isOpen = elements.some(({ max }) => !Number.isFinite(max));
  const span = isOpen ? length : states;
  const freedom = elements.reduce((sum, { min, max }) => sum + (Number.isFinite(max) ? max - min : 1), 0);
  return freedom === 0 ? span : span * (1 + freedom) * STEP_OF_MANY;
}
