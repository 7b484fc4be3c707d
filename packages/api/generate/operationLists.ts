import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const HEADER = '// Generated from the files in packages/api/src/operations by `npm run generate`. Do not edit.\n\n';

/** The two committed lists: every operation, and the gateway's handler of each operation. */
export const listFiles = {
  operations: join(root, 'packages/api/src/operations.gen.ts'),
  routes: join(root, 'services/gateway/src/routes.gen.ts'),
};

/** Returns the lists as they should be. A handler has the name of its operation, in a file at the same place. */
export function operationLists(): Record<keyof typeof listFiles, string> {
  const folder = join(root, 'packages/api/src/operations');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  const exportsFrom = (where: string) =>
    files.map((file) => `export { ${/(\w+)\.ts$/.exec(file)![1]} } from './${where}/${file}';\n`).join('');
  return { operations: HEADER + exportsFrom('operations'), routes: HEADER + exportsFrom('routes') };
}

/** Writes the lists, as part of `npm run generate`. */
export function writeOperationLists(): void {
  const lists = operationLists();
  writeFileSync(listFiles.operations, lists.operations);
  writeFileSync(listFiles.routes, lists.routes);
}
