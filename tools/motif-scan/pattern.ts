import { quoted } from '../shared/problems.ts';

/** One element of a pattern: the letters it takes, and how often. */
export interface Element {
  letters: Set<string>;
  min: number;
  max: number;
}

export interface Pattern {
  elements: Element[];
  atStart: boolean;
  atEnd: boolean;
}

/** The longest PROSITE pattern spans about 100 residues. */
const MAX_SPAN = 300;
const MAX_PATTERN_LENGTH = 1000;

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** An element, in front of its repeat. Every part is bounded by a character that cannot occur in it. */
const elementSyntax = /^([A-Za-z]|\[[A-Za-z]{1,26}\]|\{[A-Za-z]{1,26}\})(?:\((\d{1,3})(?:,(\d{1,3}))?\))?$/;

/**
 * PROSITE syntax; a full stop at the end may be left out. The reason why it is not a pattern, otherwise. Nothing of it
 * becomes a regular expression: those of users can take time without end.
 */
export function parsePattern(text: string): Pattern | string {
  if (text.length > MAX_PATTERN_LENGTH) return `has ${text.length} characters, the limit is ${MAX_PATTERN_LENGTH}`;
  let body = text.endsWith('.') ? text.slice(0, -1) : text;
  const atStart = body.startsWith('<');
  const atEnd = body.endsWith('>');
  body = body.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const elements: Element[] = [];
  for (const part of body.split('-')) {
    const [, letters, least, most] = elementSyntax.exec(part) ?? [];
    if (!letters)
      return part === '' ? 'has an empty element' : `has the element ${quoted(part)}, which is not PROSITE syntax`;
    const min = least === undefined ? 1 : Number(least);
    const max = most === undefined ? min : Number(most);
    if (max < min || max === 0) return `has the element ${quoted(part)}, which repeats ${min} to ${max} times`;
    elements.push({ letters: lettersOf(letters.toUpperCase()), min, max });
  }
  const span = elements.reduce((sum, { max }) => sum + max, 0);
  if (span > MAX_SPAN) return `spans up to ${span} residues, the limit is ${MAX_SPAN}`;
  if (elements.every(({ min }) => min === 0)) return 'matches nothing at all';
  return { elements, atStart, atEnd };
}

function lettersOf(element: string): Set<string> {
  if (element === 'X') return new Set(alphabet);
  if (element.startsWith('{')) return new Set(alphabet.filter((letter) => !element.includes(letter)));
  return new Set(element.startsWith('[') ? element.slice(1, -1) : element);
}

/** Following several ways at once takes longer than one comparison. */
const STEP_OF_MANY = 10;

/** How long one position of the worst sequence takes, in comparisons. */
export function worstSteps({ elements }: Pattern): number {
  const span = elements.reduce((sum, { max }) => sum + max, 0);
  const freedom = elements.reduce((sum, { min, max }) => sum + max - min, 0);
  return freedom === 0 ? span : span * (1 + freedom) * STEP_OF_MANY;
}
