import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dependencyFolders } from './dependencies.ts';

/** Creates a repository with packages in these folders. */
function repository(packages: Record<string, object>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rotamer-dependencies-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [folder, content] of Object.entries(packages)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(content));
  }
  return root;
}

const foldersOf = (root: string, workspace: string) =>
  [...dependencyFolders(join(root, workspace))].map((folder) => relative(root, folder)).sort();

describe('the dependencies of a workspace', () => {
  it('include nested, workspace and circular dependencies, but no optional ones', () => {
    const root = repository({
      'services/jobs': { dependencies: { kit: '1' }, devDependencies: { tests: '1' } },
      'packages/kit': { dependencies: { pool: '1' }, optionalDependencies: { native: '1' } },
      'node_modules/pool': { dependencies: { queue: '1', native: '1' }, optionalDependencies: { native: '1' } },
      'node_modules/pool/node_modules/queue': { dependencies: { pool: '1' } },
      'node_modules/queue': {},
      'node_modules/tests': {},
    });
    symlinkSync('../packages/kit', join(root, 'node_modules/kit'));
    expect(foldersOf(root, 'services/jobs')).toEqual([
      'node_modules/pool',
      'node_modules/pool/node_modules/queue',
      'packages/kit',
      'services/jobs',
    ]);
  });

  it('must be installed', () => {
    const root = repository({ 'services/jobs': { dependencies: { 'not-there-at-all': '1' } } });
    expect(() => foldersOf(root, 'services/jobs')).toThrow(/not-there-at-all, which .*services\/jobs needs/);
  });
});
