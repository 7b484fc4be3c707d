// @module-tag chart

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instructionsOf } from './dockerfile.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'tilt/Tiltfile'), 'utf8');

describe('the Tiltfile', () => {
  it('is short and valid Python, of which its language is a subset', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(80);
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: text });
  });

  it('names only files that exist', () => {
    const named = [...text.matchAll(/root \+ '\/([\w./-]+)'/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('builds a stage that exists in the Dockerfile', () => {
    const stage = /target='(\w+)'/.exec(text)?.[1];
    const stages = instructionsOf(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')).map((one) => one.text);
    expect(
      stages.some((from) => from.endsWith(` AS ${stage}`)),
      stage,
    ).toBe(true);
  });
});
