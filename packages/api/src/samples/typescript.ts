import { type Described, idsOf, type Json, pathOf } from '../operation/example.ts';
import { callOf, literal, typescript as spelling } from './literal.ts';

/** Returns the sample for the TypeScript client. */
export function typescriptOf(example: Described): string {
  const { uses = { '@rotamer/client': ['Rotamer'] }, typescript = statementsOf(example) } = example;
  const imports = Object.entries(uses).map(([module, names]) => {
    return `import { ${names.join(', ')} } from ${spelling.text(module)};\n`;
  });
  return `${imports.join('')}\nconst rotamer = new Rotamer();\n${typescript}`;
}

function statementsOf(example: Described): string {
  const { shown } = example;
  if (!shown) return `console.log(${typescriptCall(example, 'await ', 13)});`;
  const { as, fields, isList } = shown;
  const print = `console.log(${fields.map((field) => `${as}.${field}`).join(', ')});`;
  if (isList) return `for await (const ${as} of ${typescriptCall(example, '', 24)}) ${print}`;
  return `const ${as} = ${typescriptCall(example, 'await ', as.length + 9)};\n${print}`;
}

function typescriptCall(example: Described, before: string, used: number): string {
  const { call, method, body, query } = example;
  const write = (value: Json) => (indent: number) => literal(value, spelling, indent);
  const rest = body ?? query;
  if (call === undefined) {
    const options = body ? [write({ body })] : [];
    const sent = callOf('rotamer.request', [write(method), write(pathOf(example)), ...options], used, spelling);
    return before ? `(${before}${sent}).body` : sent;
  }
  const ids = idsOf(example);
  if (!call.includes('()'))
    return before + callOf(`rotamer.${call}`, [...ids, ...(rest ? [rest] : [])].map(write), used, spelling);
  const name = `rotamer.${call.replace('()', `(${ids.map((id) => spelling.text(id)).join(', ')})`)}`;
  return before + callOf(name, rest ? [write(rest)] : [], used, spelling);
}
