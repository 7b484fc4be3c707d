import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { beyond, proof } from './steps.ts';
import { filesTagged, tags } from './tags.ts';

const root = join(import.meta.dirname, '../..');

const exclude = (path: string) => /(^|\/)(node_modules|\.rotamer)$/.test(path);
const files = globSync('**/*.test.ts', { cwd: root, exclude });

it('accepts only the four suffixes that CONTRIBUTING describes', () => {
  const others = files.filter((file) => !/^[^.]+(\.(int|e2e|slow))?\.test\.ts$/.test(basename(file)));
  expect(others).toEqual([]);
});

it('runs every test with a long form in the long form of its step', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const steps = ['test:chaos', 'test:real'].flatMap((name) => /--only (\S+)/.exec(scripts[name])![1]!.split(','));
  const tagged = new Map(
    Object.keys(tags).flatMap((tag) => filesTagged(tag as keyof typeof tags).map((f) => [f, tag])),
  );
  const kinds: Record<string, string> = { int: 'integration', e2e: 'e2e', slow: 'slow' };
  const kindOf = (file: string) => tagged.get(file) ?? kinds[/\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? ''] ?? 'unit';
  const all = [...proof, ...beyond].flat();
  const stepOf = (file: string) => {
    const kind = kindOf(file);
    return (all.find(({ name }) => name === kind) ?? all.find(({ command }) => command.includes(kind)))!.name;
  };
  const withLongForm = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("/testing/long.ts'"));
  expect(withLongForm.filter((file) => !steps.includes(stepOf(file)))).toEqual([]);
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
