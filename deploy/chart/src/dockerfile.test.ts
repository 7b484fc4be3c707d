import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dockerfileProblems } from './dockerfile.ts';

const text = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');

describe('deploy/Dockerfile', () => {
  it('pins its base, runs no package scripts, and starts Node without root or shell', () => {
    expect(dockerfileProblems(text)).toEqual([]);
  });

  it.each<[RegExp, string, RegExp]>([
    [/^/, '# syntax=docker/dockerfile:1\n', /directive/],
    [/@sha256:\w+/, '', /digest/],
    [/FROM \$\{NODE_IMAGE\}\n/, 'FROM node:24-slim\n', /bases/],
    [/ --ignore-scripts/, '', /scripts/],
    [/npm ci/, 'npm install', /lock file/],
    [/USER 1000\nCMD/, 'USER node\nCMD', /USER/],
    [/USER 1000\nCMD/, 'CMD', /USER/],
    [/CMD .*/, 'CMD node main.js', /CMD/],
    [/CMD .*/, 'CMD ["sh", "-c", "exec node $MAIN"]', /CMD/],
    [/CMD/, 'ENTRYPOINT ["/bin/sh"]\nCMD', /ENTRYPOINT/],
  ])('is refused with %s for %s', (place, other, problem) => {
    const changed = text.replace(place, () => other);
    expect(changed).not.toBe(text);
    expect(dockerfileProblems(changed).join()).toMatch(problem);
  });
});
