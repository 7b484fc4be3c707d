import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readProviders } from './providers.ts';

const workspace = `ws_${'0'.repeat(26)}`;
const lab = {
  ...{ id: 'lab', title: 'Lab', issuer: 'https://id.example.org', client_id: 'rotamer', client_secret: 'hidden' },
  rules: [{ email_domains: ['@Example.ORG'], workspace, role: 'member' }],
};
const read = (...over: object[]) => readProviders(JSON.stringify(over.map((one) => ({ ...lab, ...one }))));

it('reads providers with their defaults', () => {
  expect(readProviders('')).toEqual([]);
  expect(read({})).toMatchObject([
    {
      ...{ id: 'lab', scopes: 'openid email profile', groupsClaim: 'groups', linkByEmail: false },
      clockToleranceSeconds: 30,
      rules: [{ emailDomains: ['example.org'], membership: { workspaceId: workspace, role: 'member' } }],
    },
  ]);
});

it('reads the budget of a rule', () => {
  const budget = { day: 2.5, total: 100 };
  expect(read({ rules: [{ everyone: true, workspace, role: 'member', budget }] })[0]!.rules).toMatchObject([
    { membership: { workspaceId: workspace, role: 'member', budget } },
  ]);
});

it('reads a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-oidc-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify([lab]));
  expect(readProviders(file)).toHaveLength(1);
});

it.each([
  [[{ issuer: 'http://id.example.org' }], 'lab: issuer must be an https:// URL'],
  [[{ issuer: 'id.example.org' }], 'issuer must be'],
  [[{ id: 'Lab!' }], '/0/id'],
  [[{ client_id: undefined }], 'client_id'],
  [[{ unknown: 1 }], 'unknown'],
  [[{}, {}], 'two providers have the id lab'],
  [[{ scopes: 'email' }], 'lab: scopes must include openid'],
  [[{ rules: [] }], '/0/rules'],
  [[{ rules: [{ workspace, role: 'member' }] }], 'rules[0] needs email_domains, groups, or "everyone": true'],
  [[{ rules: [{ everyone: true, workspace }] }], 'rules[0] needs both workspace and role'],
  [[{ rules: [{ everyone: true, workspace: 'lab', role: 'member' }] }], 'rules[0]: workspace is not the id'],
  [[{ rules: [{ everyone: true, workspace, role: 'boss' }] }], 'role'],
  [[{ rules: [{ everyone: true, budget: { day: 1 } }] }], 'rules[0]: budget needs workspace and role'],
  [[{ rules: [{ everyone: true, workspace, role: 'member', budget: { day: -1 } }] }], '/0/rules/0/budget/day'],
  [[{ rules: [{ everyone: true, workspace, role: 'member', budget: {} }] }], '/0/rules/0/budget'],
])('refuses %j and never quotes the secret', (over, message) => {
  expect(() => read(...over)).toThrow(message);
  expect(() => read(...over)).not.toThrow('hidden');
});

it('refuses text that is not JSON without quoting it', () => {
  expect(() => readProviders('[{"client_secret": "hidden",}]')).toThrow('the text is not JSON');
});
