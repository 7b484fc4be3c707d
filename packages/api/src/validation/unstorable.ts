import { MAX_PROBLEMS, type Problem } from '@rotamer/kit/errors/fault.ts';
import { pathText } from './pathText.ts';

/**
 * Matches everything that may need a closer look. Only these escapes can produce text that PostgreSQL cannot store; unescaped,
 * such characters are invalid JSON or UTF-8. Only a number with such an exponent, or with at least 200 digits, can exceed 1.8e308:
 * parsed it is infinite, and written again it is null. The property names with a meaning in JavaScript may have escaped letters.
 */
const SUSPICIOUS = /\\u(?:00[04-7]|[dD][89a-fA-F])|\d[eE]\+?\d{3}|(?<!\d)\d{200}|__proto__|"constructor"/;

const UNSTORABLE = 'contains a NUL character or an unpaired surrogate';

interface Node {
  value: unknown;
  key: string | number | undefined;
  parent: Node | undefined;
}

/**
 * Returns the first keys, strings and numbers of a JSON value that cannot be stored (NUL, unpaired surrogates, infinity), and names
 * that would change the prototype of an object (`__proto__`, `constructor.prototype`). `json`: its source text.
 */
export function findUnstorable(value: unknown, json: string): Problem[] {
  const problems: Problem[] = [];
  if (!SUSPICIOUS.test(json)) return problems;
  const report = (node: Node, message: string) => problems.push({ path: pathText(keysOf(node)), message });
  const stack: Node[] = [{ value, key: undefined, parent: undefined }];
  for (let node = stack.pop(); node && problems.length < MAX_PROBLEMS; node = stack.pop()) {
    const { value, key } = node;
    if (typeof key === 'string' && !isStorable(key)) report(node, `${UNSTORABLE} in its name`);
    else if (isPrototype(node)) report(node, 'is not allowed as the name of a field');
    else if (typeof value === 'string' && !isStorable(value)) report(node, UNSTORABLE);
    else if (typeof value === 'number' && !Number.isFinite(value))
      report(node, 'is beyond the largest number, 1.8e308');
    else if (typeof value === 'object' && value !== null) pushChildren(stack, node, value);
  }
  return problems;
}

/** Pushes children in reverse, so that they are popped in order. */
function pushChildren(stack: Node[], parent: Node, value: object): void {
  if (Array.isArray(value)) {
    for (let i = value.length - 1; i >= 0; i--) stack.push({ value: value[i], key: i, parent });
    return;
  }
  for (const key of Object.keys(value).reverse()) {
    stack.push({ value: (value as Record<string, unknown>)[key], key, parent });
  }
}

/** Returns problems for the fields of a form or query that contain text which cannot be stored. */
export function unstorableFields(fields: Iterable<[string, unknown]>): Problem[] {
  const bad = [...fields].filter(([name, value]) => ![name, value].flat().every((one) => isStorable(String(one))));
  return bad.map(([name]) => ({ path: pathText([name]), message: UNSTORABLE }));
}

function isPrototype({ key, parent }: Node): boolean {
  return key === '__proto__' || (key === 'prototype' && parent?.key === 'constructor');
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function keysOf(node: Node): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Node | undefined = node; at?.key !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}
