import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { type ToolDescription, toolDescription } from './description.ts';
import { descriptionProblems } from './descriptionProblems.ts';
import type { FileProblem, Path, PathProblem } from './fileProblem.ts';

/** Larger than any tool needs: a description names arguments, it does not contain programs. */
export const MAX_FILE_BYTES = 128 * 1024;

const MAX_PROBLEMS = 50;

/** Compiled when the first file is read: most services never read one. */
let known: ValidateFunction<ToolDescription> | undefined;

function validator(): ValidateFunction<ToolDescription> {
  known ??= new Ajv({ allErrors: true, strict: true, strictTypes: false }).compile<ToolDescription>(toolDescription);
  return known;
}

/** Reads a `tool.yaml`. Returns its description, or all problems in the order of their lines. */
export function readDescription(text: string): { description: ToolDescription } | { problems: FileProblem[] } {
  const lines = new LineCounter();
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    return { problems: [{ line: 1, path: '', message: `the file is larger than ${MAX_FILE_BYTES / 1024} KiB` }] };
  const parsed = parse(text, lines);
  if (!('document' in parsed)) return parsed;
  const { document, value } = parsed;
  const validate = validator();
  const found = validate(value) ? descriptionProblems(value) : shapeProblems(validate.errors ?? []);
  if (found.length === 0) return { description: value as ToolDescription };
  const problems = found.map(({ path, message }) => ({
    line: lineOf(document, path, lines),
    path: pathText(path),
    message,
  }));
  return { problems: problems.sort((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS) };
}

/** Parses YAML without aliases: they only save repetition, and a short file with aliases can expand to gigabytes. */
function parse(
  text: string,
  lineCounter: LineCounter,
): { document: Document; value: unknown } | { problems: FileProblem[] } {
  try {
    const document = parseDocument(text, { lineCounter, strict: true, uniqueKeys: true, version: '1.2' });
    const problems = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
      line: lineCounter.linePos(pos[0]).line,
      path: '',
      message: message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''),
    }));
    if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
    return { document, value: document.toJS({ maxAliasCount: 0 }) as unknown };
  } catch (error) {
    const message =
      error instanceof ReferenceError ? 'aliases (*name) are not allowed' : 'the file is nested too deeply to be read';
    return { problems: [{ line: 1, path: '', message }] };
  }
}

/** Returns the line of the value at a path; of the nearest parent where the file has no such value. */
function lineOf(document: Document, path: Path, lines: LineCounter): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

const pathText = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');

function shapeProblems(errors: ErrorObject[]): PathProblem[] {
  // When no alternative of a choice fits, report only the choice, and not the problems of each alternative.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  const inChoice = ({ instancePath, keyword }: ErrorObject) =>
    keyword !== 'anyOf' && choices.some((path) => instancePath === path || instancePath.startsWith(`${path}/`));
  return errors.filter((error) => !inChoice(error)).map((error) => shapeProblem(error));
}

function shapeProblem({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject) {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (keyword === 'required') return { path: [...path, params.missingProperty], message: 'is missing' };
  if (keyword === 'additionalProperties')
    return { path: [...path, params.additionalProperty], message: 'is not known here' };
  if (keyword === 'enum') return { path, message: `must be one of ${params.allowedValues.join(', ')}` };
  if (keyword === 'anyOf')
    return { path, message: 'must be a text, {flag, value} or {when, is, arguments} (tools/README.md)' };
  if (keyword === 'pattern' && params.pattern === NO_CONTROLS)
    return { path, message: 'must be one line of text without control characters' };
  return { path, message };
}

const NO_CONTROLS = '^[^\\u0000-\\u001f]+$';
