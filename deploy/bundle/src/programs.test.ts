import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { bundleOf, imagePrograms } from './programs.ts';

const root = join(import.meta.dirname, '../../..');
const bundles = services.flatMap(imagePrograms).map((program) => `bundles/${bundleOf(program)}`);

describe('the images', () => {
  it.each([
    'deploy/compose.yaml',
    'services/runner/src/pods/attemptJob.ts',
    'charts/rotamer/templates/migrations.yaml',
  ])('have the bundles that %s starts', (path) => {
    const started = [...readFileSync(join(root, path), 'utf8').matchAll(/bundles\/[\w./-]+\.js/g)].map(String);
    expect(started.length).toBeGreaterThan(0);
    expect(bundles).toEqual(expect.arrayContaining(started));
  });
});
