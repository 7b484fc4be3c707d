import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Job {
  'runs-on': string;
  'timeout-minutes'?: number;
  steps: { uses?: string; run?: string }[];
}

const workflows = readdirSync(join(root, '.github/workflows'));

it.each(workflows)('%s has read-only permissions by default, timeouts and pinned actions', (file) => {
  const { permissions, jobs } = parse(read(`.github/workflows/${file}`)) as {
    permissions: unknown;
    jobs: Record<string, Job>;
  };
  expect(permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(jobs)) {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    expect(job['runs-on']).toMatch(/^ubuntu-\d\d\.04$/);
    const unpinned = job.steps.filter(({ uses }) => uses !== undefined && !/@(v\d+|[0-9a-f]{40})$/.test(uses));
    expect(unpinned).toEqual([]);
  }
});

it('runs .ci/run in the workflow ci', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, Job> };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run }) => run));
  expect(commands).toContain('.ci/run');
});

it('names the Node version of the dev dependency in .nvmrc', () => {
  expect(read('.nvmrc').trim()).toBe(JSON.parse(read('package.json')).devDependencies.node);
});

it.each(['bug', 'scientific', 'idea'])('gives every field of the issue form %s a label', (form) => {
  const { name, description, body } = parse(read(`.github/ISSUE_TEMPLATE/${form}.yml`)) as {
    name: string;
    description: string;
    body: { type: string; attributes: { label?: string } }[];
  };
  expect([name, description].every(Boolean)).toBe(true);
  expect(body.filter(({ attributes }) => !attributes.label)).toEqual([]);
});

it('names only paths that exist in CODEOWNERS and dependabot.yml', () => {
  const owned = [...read('.github/CODEOWNERS').matchAll(/^(\/\S+)/gm)].map(([, path]) => path!);
  const updated = (parse(read('.github/dependabot.yml')) as { updates: { directory: string }[] }).updates;
  const paths = [...owned, ...updated.map(({ directory }) => directory)];
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
