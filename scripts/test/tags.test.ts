import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { beyond, proof } from './steps.ts';
import { filesTagged, tags } from './tags.ts';

const root = join(import.meta.dirname, '../..');

it('accepts only the four suffixes that CONTRIBUTING describes', () => {
  const exclude = (path: string) => /(^|\/)(node_modules|\.rotamer)$/.test(path);
  const files = globSync('**/*.test.ts', { cwd: root, exclude });
  const others = files.filter((file) => !/^[^.]+(\.(int|e2e|slow))?\.test\.ts$/.test(basename(file)));
  expect(others).toEqual([]);
});

it('runs the files of each tag in one project, which a step names', () => {
  const projects = (config as { test: { projects: { test: { name: string; include: string[] } }[] } }).test.projects;
  const commands = [...proof, ...beyond].flat().map(({ command }) => command.join(' '));
  for (const tag of Object.keys(tags) as (keyof typeof tags)[]) {
    expect(projects.find(({ test }) => test.name === tag)?.test.include, tag).toEqual(filesTagged(tag));
    expect(filesTagged(tag), tag).not.toEqual([]);
    if (tag !== 'k8s')
      expect(
        commands.some((command) => command.includes(`--project ${tag}`)),
        tag,
      ).toBe(true);
  }
});
