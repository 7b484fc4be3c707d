import { pathText } from './pathText.ts';

interface Level {
  isList: boolean;
  /** The name or index of the value that is being read; undefined before the name. */
  key: string | number | undefined;
}

/** What is allowed next. */
type Next = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

interface Stop {
  at: number;
  why: string;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const WORD = /[-+]?[\w$.]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Values that authors copy from JavaScript or Python, each with advice. */
const HINTS: Record<string, string> = {
  NaN: 'write null, or leave the field out',
  Infinity: 'write null, or leave the field out',
  undefined: 'write null, or leave the field out',
  None: 'write null',
  True: 'write true',
  False: 'write false',
};

/** Maximum characters of the text that a message repeats. */
const MAX_SHOWN = 30;

/** Returns where and why a text is not JSON: `line 1, column 6 (settings.a): NaN is not JSON; write null`. */
export function jsonProblem(text: string): string | undefined {
  const levels: Level[] = [];
  const stop = findStop(text, levels);
  if (!stop) return undefined;
  const before = text.slice(0, stop.at).split('\n');
  const keys = levels.flatMap(({ key }) => key ?? []);
  const path = keys.length > 0 ? ` (${pathText(keys)})` : '';
  return `line ${before.length}, column ${before.at(-1)!.length + 1}${path}: ${stop.why}`;
}

/** Returns the first place at which the text is not JSON. Afterwards `levels` are the enclosing lists and objects. */
function findStop(text: string, levels: Level[]): Stop | undefined {
  let next: Next = 'value';
  let at = skip(SPACE, text, 0);
  for (; at < text.length; at = skip(SPACE, text, at)) {
    const mark = text[at]!;
    const top = levels.at(-1);
    if (next === ':') {
      if (mark !== ':') return { at, why: 'a colon must follow the name of a field' };
      next = 'value';
      at++;
    } else if (next === ', or end') {
      if (!top) return { at, why: 'nothing may follow the value' };
      if (mark === ',') {
        next = top.isList ? 'value' : 'name';
        top.key = typeof top.key === 'number' ? top.key + 1 : undefined;
      } else if (mark === (top.isList ? ']' : '}')) levels.pop();
      else return { at, why: top.isList ? 'a comma or ] must follow' : 'a comma or } must follow' };
      at++;
    } else if (next.includes(mark) && (mark === ']' || mark === '}')) {
      levels.pop();
      next = ', or end';
      at++;
    } else if (mark === '"') {
      const end = readText(text, at);
      if (typeof end !== 'number') return end;
      if (next.startsWith('name')) top!.key = nameOf(text.slice(at, end));
      next = next.startsWith('name') ? ':' : ', or end';
      at = end;
    } else if (next.startsWith('name')) return { at, why: whyNoName(mark) };
    else if (mark === '[' || mark === '{') {
      levels.push({ isList: mark === '[', key: mark === '[' ? 0 : undefined });
      next = mark === '[' ? 'value or ]' : 'name or }';
      at++;
    } else {
      const end = skip(SCALAR, text, at);
      if (end === at) return { at, why: whyNoValue(text, at) };
      next = ', or end';
      at = end;
    }
  }
  return levels.length === 0 && next === ', or end' ? undefined : { at, why: 'the text ends too early' };
}

/** Returns the position after a string that begins with a quotation mark. */
function readText(text: string, start: number): number | Stop {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') {
      const end = skip(ESCAPE, text, at);
      if (end === at)
        return { at, why: 'a backslash must be followed by one of "\\/bfnrt or by u and four hex digits' };
      at = end - 1;
    } else if (text[at]! < ' ')
      return { at, why: 'a line break or control character in a text must be escaped, as \\n' };
  }
  return { at: start, why: 'the quotation mark is not closed' };
}

function whyNoName(mark: string): string {
  if (mark === '}') return 'a comma before } is not allowed';
  if (mark === "'") return "names of fields must be in double quotes, not '";
  return 'the name of a field must be in double quotes';
}

function whyNoValue(text: string, at: number): string {
  const mark = text[at]!;
  if (mark === ']') return 'a comma before ] is not allowed';
  if (mark === '}' || mark === ',') return 'a value is missing';
  if (mark === "'") return "text must be in double quotes, not '";
  if (mark === '/' || mark === '#') return 'comments are not allowed';
  const word = text.slice(at, skip(WORD, text, at)).slice(0, MAX_SHOWN);
  const hint = HINTS[word.replace(/^[-+]/, '')];
  return `${word || JSON.stringify(mark)} is not JSON${hint ? `; ${hint}` : ''}`;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function nameOf(literal: string): string {
  return JSON.parse(literal) as string;
}
