import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { limits } from '../limits.ts';
import { type Definition, definitionShape, type NodeType, nodeSchemas, workflowSettings } from '../schema.ts';
import { listed, type Report } from './report.ts';

/** Returns whether a definition matches its schema, so that the other checks can read it. Reports every problem with its path. */
export function checkShape(definition: unknown, settings: unknown, report: Report): definition is Definition {
  let sound = true;
  const refuse = (schema: TSchema, value: unknown, path: string) => {
    for (const { path: at, message } of problemsOf(schema, value, path)) {
      sound = false;
      report.graphError('invalid_definition', `${at || 'The definition'} ${message}.`, { path: at });
    }
  };
  const bytes = Buffer.byteLength(JSON.stringify(definition) ?? '');
  if (bytes > limits.definitionBytes) {
    report.limitViolation(
      'definition_too_large',
      `The definition has ${bytes} bytes as JSON; the limit is ${limits.definitionBytes}.`,
    );
    return false;
  }
  refuse(workflowSettings, settings ?? {}, 'settings');
  refuse(withoutNodes, definition, '');
  const { nodes } = (definition ?? {}) as { nodes?: unknown };
  for (const [i, node] of Array.isArray(nodes) ? nodes.entries() : []) {
    const schema = schemaOf(node);
    if (schema) refuse(schema, node, `nodes[${i}]`);
    else {
      sound = false;
      report.graphError('unknown_node_type', `nodes[${i}].type must be one of ${listed(Object.keys(nodeSchemas))}.`, {
        path: `nodes[${i}].type`,
      });
    }
  }
  return sound;
}

/** The schema without nodes. Nodes are checked one by one with the schema of their type; a union would only report that no type fits. */
const withoutNodes: TSchema = {
  ...definitionShape,
  properties: { ...definitionShape.properties, nodes: { type: 'array', maxItems: 1_000 } },
};

function schemaOf(node: unknown): TSchema | undefined {
  const type = (node as { type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(nodeSchemas, type) ? nodeSchemas[type as NodeType] : undefined;
}

/** Returns the problems of a value, with readable paths: `nodes[2].settings.enzyme`. */
export function problemsOf(schema: TSchema, value: unknown, root: string): { path: string; message: string }[] {
  const found = new Map<string, string>();
  for (const error of Value.Errors(schema, value)) {
    const path = pathOf(error.instancePath, root);
    const params = error.params as { additionalProperties?: string[]; requiredProperties?: string[] };
    if (params.additionalProperties)
      for (const name of params.additionalProperties) found.set(join(path, name), 'is not a known field');
    else if (params.requiredProperties)
      for (const name of params.requiredProperties) found.set(join(path, name), 'is missing');
    // When many fields are unknown, this is the only error that each of them has.
    else if (error.keyword === 'boolean') found.set(path, 'is not a known field');
    // The last error of a union replaces the errors of its branches.
    else found.set(path, error.message);
  }
  return [...found].map(([path, message]) => ({ path, message }));
}

const join = (path: string, name: string) => (path ? `${path}.${shown(name)}` : shown(name));
const shown = (name: string) => (/^[\w.-]{1,64}$/.test(name) ? name : quoted(name));

function pathOf(pointer: string, root: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), root);
}
