import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dependencyFolders } from '@rotamer/bundle/dependencies.ts';
import { services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { inBuildContext } from './buildContext.ts';

const root = join(import.meta.dirname, '../../..');
const dockerignore = readFileSync(join(root, '.dockerignore'), 'utf8');

/** The sources of the workspaces that a service needs, its own included. */
function sourcesFor(folder: string): string[] {
  const workspaces = [...dependencyFolders(join(root, folder))].filter((path) => !path.includes('/node_modules/'));
  return workspaces
    .flatMap((path) => globSync(`${relative(root, path)}/**/*.{ts,tsx}`, { cwd: root }))
    .filter(
      (path) =>
        !/node_modules|\/(testing|testdata)\/|\.test\.tsx?$|^clients\/typescript\/(build|generate|dist)\//.test(path),
    );
}

describe('.dockerignore', () => {
  it.each(services.map(({ name }) => `services/${name}`))(
    'gives the builder of images all sources that %s needs',
    (folder) => {
      const sources = sourcesFor(folder);
      expect(sources.length).toBeGreaterThan(10);
      expect(sources.filter((path) => !inBuildContext(path, dockerignore))).toEqual([]);
    },
  );

  it('leaves out tests, packages that are installed, and what no image needs', () => {
    const out = [
      '.git/HEAD',
      'services/jobs/src/main.test.ts',
      'packages/kit/node_modules/a/b.js',
      'clients/cli/src/main.ts',
    ];
    expect(out.filter((path) => inBuildContext(path, dockerignore))).toEqual([]);
  });

  it('needs the line of the client that the console loads', () => {
    const without = dockerignore.replace('!clients/typescript/src\n', '');
    expect(sourcesFor('services/console').some((path) => !inBuildContext(path, without))).toBe(true);
  });
});
