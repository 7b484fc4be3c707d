import { type Described, idsOf, type Json, pathOf } from '../operation/example.ts';
import { callOf, literal, python as spelling } from './literal.ts';

/** Returns the sample for the Python client. */
export function pythonOf(example: Described): string {
  const statements = example.python ?? statementsOf(example);
  return `import rotamer\n\nclient = rotamer.Client()\n${statements}`;
}

function statementsOf(example: Described): string {
  const { shown } = example;
  if (!shown) return `print(${pythonCall(example, 7)})`;
  const { as, fields, isList } = shown;
  // Jobs and results are Python objects. Everything else is a dictionary with the names of the API.
  const isObject = as === 'job' && !isList;
  const print = `print(${fields.map((field) => (isObject ? `${as}.${field}` : `${as}[${JSON.stringify(field)}]`)).join(', ')})`;
  if (isList) return `for ${as} in ${pythonCall(example, 12)}:\n    ${print}`;
  return `${as} = ${pythonCall(example, as.length + 3)}\n${print}`;
}

function pythonCall(example: Described, used: number): string {
  const { call, method, body, query, keywords } = example;
  const write = (value: Json) => (indent: number) => literal(value, spelling, indent);
  const named = ([name, value]: [string, Json]) => {
    return (indent: number) => `${name}=${literal(value, spelling, indent, indent + name.length + 1)}`;
  };
  if (call === undefined) {
    const json = body ? [named(['json', body])] : [];
    return callOf('client.request', [write(method), write(pathOf(example)), ...json], used, spelling);
  }
  const rest = Object.entries(keywords ?? body ?? query ?? {}).map(named);
  const ids = idsOf(example);
  if (!call.includes('()')) return callOf(`client.${snakeCase(call)}`, [...ids.map(write), ...rest], used, spelling);
  const name = `client.${snakeCase(call).replace('()', `(${ids.map((id) => spelling.text(id)).join(', ')})`)}`;
  return callOf(name, rest, used, spelling);
}

/** `projects.retryDeletion` → `projects.retry_deletion`; a name that is a keyword gets an underscore. */
function snakeCase(call: string): string {
  return call.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/\.continue$/, '.continue_');
}
