import { type OpenApiDocument, operationsOf, type Schema, within } from './document.ts';

const ALIAS = /^Alias of `([\w-]+)`/;

/**
 * Describes accepted aliases in the text of the field that they stand for. As properties of their own, they would make the names in
 * generated code collide: `fileId` and `file_id` are one name in Go and in Python.
 */
export function describeAliases(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    for (const { schema: part } of within(schema)) foldProperties(part);
  }
  for (const operation of operationsOf(document)) {
    const { parameters = [] } = operation;
    for (const { name, description = '' } of parameters) {
      const preferred = parameters.find((other) => other.name === ALIAS.exec(description)?.[1]);
      if (preferred) preferred.description = tell(preferred.description, name);
    }
    const kept = parameters.filter(({ description = '' }) => !ALIAS.test(description));
    if (kept.length < parameters.length) operation.parameters = kept;
  }
}

function foldProperties({ properties = {} }: Schema): void {
  for (const [name, { description = '' }] of Object.entries(properties)) {
    const preferred = properties[ALIAS.exec(description)?.[1] ?? ''];
    if (!preferred) continue;
    preferred.description = tell(preferred.description, name);
    delete properties[name];
  }
}

function tell(description: string | undefined, alias: string): string {
  return `${description ? `${description}. ` : ''}Accepted as \`${alias}\` too`;
}
