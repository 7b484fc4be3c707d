import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tags of test files, and what their tests need. `npx vitest --list-tags` prints them. */
export const tags = {
  native: 'programs that tools run',
  pipelines: 'a stack, and programs that tools run',
  crashes: 'PostgreSQL, and time: a process dies at each of its calls in turn',
  attacks: 'time: hostile tools, bodies and keys',
  real: 'PostgreSQL, Kafka and an S3 server',
  'slow-stories': 'a stack, and time',
  browser: 'a stack, and Chromium, which takes two cores to render 3D in software',
  samples: 'a stack: the examples of the documentation; those in Python are in the step `python`',
  stacks: 'a stack for each file, or several',
  chaos: 'a stack for each file, whose links are cut or whose databases are restored',
  kills: 'a stack for all files, or in the long form for each, whose processes are killed',
  tenants:
    'a stack for all files, and in the long form one for each and an otherwise idle machine, because response times are measured',
  chart: 'helm, which npm fetches when it is not installed',
  k8s: 'a Kubernetes cluster, named by KUBECONFIG',
  tracing: 'PostgreSQL, and its own process, because tracing cannot be turned off again',
};

const root = join(import.meta.dirname, '../..');

/** Files with these suffixes can have a tag. */
const files = globSync('**/*.{int,slow}.test.ts', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|\.rotamer)$/.test(path),
});

const tagOf = new Map(
  files.map((file) => [file, /^\/\/ @module-tag (\S+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]]),
);

/**
 * Returns the files, relative to the root, whose comment `// @module-tag <name>` names the tag. Without a tag, returns the slow files
 * that have none, or a misspelled one, which vitest refuses.
 */
export function filesTagged(tag?: keyof typeof tags): string[] {
  if (tag) return files.filter((file) => tagOf.get(file) === tag);
  return files.filter((file) => file.endsWith('.slow.test.ts') && !Object.hasOwn(tags, tagOf.get(file) ?? ''));
}
