import type { Problem } from '@rotamer/kit/errors/fault.ts';
import { pathText } from './pathText.ts';

/** Deeper values than this are no settings that a person wrote, and would exhaust the stack of whoever walks them. */
const MAX_DEPTH = 64;

/** Values in one body; ten times what the largest request of a real tool has. */
const MAX_VALUES = 50_000;

const TOO_MANY = `has more than ${MAX_VALUES} values`;

const MAX_PROBLEMS = 20;

interface Node {
  value: unknown;
  depth: number;
  key: string | number | undefined;
  parent: Node | undefined;
}

/**
 * What is wrong with a JSON value whatever its schema: too deep, too many values, or text that cannot be stored
 * (NUL and lone surrogates). `values` is how many there are, up to the limit.
 */
export function inspectJson(body: unknown): { values: number; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (node: Node, message: string) => problems.push({ path: pathText(keysOf(node)), message });
  const stack: Node[] = [{ value: body, depth: 0, key: undefined, parent: undefined }];
  let values = 1;
  for (let node = stack.pop(); node && problems.length < MAX_PROBLEMS; node = stack.pop()) {
    const { value, depth } = node;
    if (typeof value === 'string') {
      if (!isStorable(value)) report(node, 'has a NUL character or half of a surrogate pair');
    } else if (typeof value === 'object' && value !== null) {
      values += Array.isArray(value) ? value.length : Object.keys(value).length;
      if (values > MAX_VALUES) return { values, problems: [{ path: 'body', message: TOO_MANY }] };
      if (depth === MAX_DEPTH) report(node, `is nested deeper than ${MAX_DEPTH} levels`);
      else pushChildren(stack, node, value, report);
    }
  }
  return { values, problems };
}

/** Backwards, so that they are popped in their order. */
function pushChildren(stack: Node[], parent: Node, value: object, report: (node: Node, message: string) => void): void {
  const depth = parent.depth + 1;
  if (Array.isArray(value)) {
    for (let i = value.length - 1; i >= 0; i--) stack.push({ value: value[i], depth, key: i, parent });
    return;
  }
  for (const key of Object.keys(value).reverse()) {
    const node = { value: (value as Record<string, unknown>)[key], depth, key, parent };
    if (isStorable(key)) stack.push(node);
    else report(node, 'has a NUL character or half of a surrogate pair in its name');
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function keysOf(node: Node): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Node | undefined = node; at?.key !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}
