import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { repository } from '../folder/paths.ts';
import { parseCall } from './parseCall.ts';

const pages = [
  ...readdirSync(join(repository, 'deploy/runbooks')).map((name) => join('deploy/runbooks', name)),
  'docs/backup.md',
].map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));

/** The text in inline code and code blocks. */
const commands = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)]
    .flatMap(([, block, word]) => (block ?? word!).split('\n'))
    .map((line) => ({ path, line: line.trim() })),
);

const deployments = [...services.map(({ name }) => name), 'operator', 'tool-pods'];

describe('the commands of runbooks', () => {
  it('call existing admin commands with valid options', () => {
    const calls = commands.flatMap(({ path, line }) => {
      const [, args] = /admin\.ts ([^|#]+)/.exec(line) ?? [];
      return args ? [{ path, args: args.trim().split(/\s+/) }] : [];
    });
    expect(calls.length).toBeGreaterThan(5);
    for (const { path, args } of calls) expect(() => parseCall(args), `${path}: ${args.join(' ')}`).not.toThrow();
  });

  it('name only deployments of the chart', () => {
    const named = commands.flatMap(({ line }) =>
      [...line.matchAll(/deploy\/([a-z-]+)(?=\s|$)/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !deployments.includes(name!))).toEqual([]);
  });

  it('search logs for texts that services write', () => {
    const sources = ['packages/kit/src', 'services']
      .flatMap((folder) =>
        readdirSync(join(repository, folder), { recursive: true }).map((file) => join(folder, String(file))),
      )
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(repository, file), 'utf8'))
      .join('\n');
    // `"status":5` is the beginning of a field in each request's log line.
    const wanted = commands.flatMap(
      ({ line }) => /grep (?:-i )?(?:'([^']+)'|(\w+))/.exec(line)?.slice(1).filter(Boolean) ?? [],
    );
    expect(wanted.length).toBeGreaterThan(3);
    for (const text of wanted) expect(sources).toContain(text!.replace(/^"(\w+)":.*/, '$1'));
  });
});
