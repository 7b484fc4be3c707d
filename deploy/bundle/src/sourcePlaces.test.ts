import { describe, expect, it } from 'vitest';
import { placeSource } from './sourcePlaces.ts';

const place = (text: string) => placeSource('/repo/services/jobs/src/catalogue/checkPool.ts', text, '/repo', '/out');

describe('a source in a bundle', () => {
  it('finds files beside the source', () => {
    expect(place("join(import.meta.dirname, '../migrations')")).toBe(
      'join("/repo/services/jobs/src/catalogue", \'../migrations\')',
    );
    expect(place('createRequire(import.meta.url)')).toBe(
      'createRequire("file:///repo/services/jobs/src/catalogue/checkPool.ts")',
    );
  });

  it('starts the bundle of a program', () => {
    expect(place("new URL('checkWorker.ts', import.meta.url).href")).toBe(
      'new URL("file:///out/services/jobs/src/catalogue/checkWorker.js").href',
    );
  });

  it('starts no program that has no bundle', () => {
    expect(() => place("new URL('other.ts', import.meta.url)")).toThrow(
      'services/jobs/src/catalogue/checkPool.ts starts services/jobs/src/catalogue/other.ts: add it to programs.ts',
    );
  });
});
