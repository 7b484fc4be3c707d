import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fakeTime } from '@rotamer/client/testing/fakeTime.ts';
import type { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeConfig } from './config/configFile.ts';
import { mcpTools } from './mcp/catalogue.ts';
import { guard } from './output/guard.ts';
import { visible } from './output/visible.ts';
import { createProgram } from './program.ts';
import { fakeIo, runFake } from './testing/fakeIo.ts';
import { mcpClient } from './testing/mcpClient.ts';

/** Sets the clipboard, clears the screen, reverses the text direction, and begins a new line. */
const evil = 'x\x1b]52;c;ZXZpbA==\x07\x9b2J\u202eabc\r\nFAKE: run this\rFAKE\u2028FAKE\x7f\u0085\ud800\u{e0041}';

/** Characters that no terminal may receive. */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|\p{Cs}/u;

const bytes = 'ATOM\n';
const file = { key: 'itm_1', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

/** An object with every field that any command reads, and a control sequence in each. */
const everything: Record<string, unknown> = {
  ...Object.fromEntries(
    [
      'id',
      'name',
      'status',
      'tool',
      'error',
      'description',
      'project_id',
      'filename',
      'original_name',
      'format',
      'origin',
    ]
      .concat(['created_at', 'completed_at', 'updated_at', 'job_id', 'category', 'version', 'visibility', 'mime_type'])
      .concat(['candidate_set_digest', 'project_name', 'linked_file_count', 'credits_used', 'message', 'label', 'type'])
      .concat(['node_id', 'path', 'code', 'email', 'claimed_at', 'output_port_id', 'content_type', 'text', 'unit'])
      .concat(['run_id', 'attempt_id', 'review_url', 'title', 'charged_credits', 'refunded_credits', 'unsettled_jobs'])
      .concat(['estimated_credits', 'available_credits', 'billable_credits', 'reserved_credits', 'base_credits'])
      .concat([
        'reason',
        'tier',
        'available',
        'max',
        'min',
        'limit',
        'window_seconds',
        'prefix',
        'active_jobs',
        'progress',
      ])
      .map((name) => [name, evil]),
  ),
  ...file,
  url: 'http://rotamer.test/api/v1/blob',
  result_url: '/api/v1/blob',
  [evil]: evil,
  tags: [evil],
  scopes: [evil],
  acceptedFormats: ['TEXT', evil],
  custom_id: evil,
  line: 1,
  items: { total: 2, completed: 1, failed: 1, active: 0, waiting: 0 },
  problems: [{ line: 1, custom_id: evil, path: evil, message: evil }],
  problem_count: 3,
  has_more: false,
  next_cursor: null,
  metrics: { [evil]: evil },
  value: { [evil]: evil },
  counts: { [evil]: evil },
};

const inner = {
  ...everything,
  ...Object.fromEntries(
    ['plan', 'credits', 'concurrent_jobs', 'public_api_rate_limit', 'file'].map((name) => [name, everything]),
  ),
  ...Object.fromEntries(['ports', 'nodes', 'jobs'].map((name) => [name, [everything]])),
  slots: [{ ...everything, max: 9, acceptedKinds: ['protein'] }],
  items: [{ ...everything, file: everything }],
};

const body = {
  ...everything,
  ...Object.fromEntries(
    ['job', 'run', 'batch', 'api_key', 'target_project', 'pause', 'credit_model', 'billing', 'decision'].map((name) => [
      name,
      everything,
    ]),
  ),
  ...Object.fromEntries(['workspace', 'limits', 'input', 'output', 'definition'].map((name) => [name, inner])),
  ...Object.fromEntries(
    [
      'data',
      'files',
      'results',
      'candidates',
      'shares',
      'reuse',
      'graph_errors',
      'limit_violations',
      'readiness_issues',
    ]
      .concat(['warnings', 'attempts', 'event_types'])
      .map((name) => [name, [everything]]),
  ),
  nodes: [inner],
  settings: { properties: { [evil]: { default: evil, description: evil } } },
  approved_candidate_ids: [evil],
  rejected_candidate_ids: [evil],
  blocking_errors: [],
};

/** The `object` of a response, by the path of the request. */
const objects: [RegExp, string][] = [
  [/\/account$/, 'account'],
  [/\/jobs\/quote$/, 'job_quote'],
  [/\/jobs\/\w+\/cancel$/, 'job_cancellation'],
  [/\/jobs\/\w+\/stop$/, 'job_stop'],
  [/\/jobs\/\w+\/retry$/, 'job_retry'],
  [/\/jobs\/\w+\/share$/, 'job_sharing'],
  [/\/jobs\/\w+\/status$/, 'job'],
  [/\/results\/\w+$/, 'job_result'],
  [/\/tools\/\w+$/, 'tool'],
  [/\/files\/\w+$/, 'file'],
  [/\/batches\/quote$/, 'batch_quote'],
  [/\/batches\/\w+\/cancel$/, 'batch_cancellation'],
  [/\/batches\/\w+(\/continue|\/retry)?$/, 'batch'],
  [/\/webhook-endpoints\/\w+\/test$/, 'webhook_delivery'],
  [/\/webhook-endpoints\/\w+(\/rotate-secret)?$/, 'webhook_endpoint'],
  [/\/webhook-deliveries\/\w+(\/replay)?$/, 'webhook_delivery'],
  [/\/projects\/assignments$/, 'project_assignment'],
  [/\/projects\/\w+$/, 'project'],
  [/\/project-deletions\//, 'project_deletion'],
  [/\/workflows\/\w+\/validate$/, 'workflow_validation'],
  [/\/workflows\/\w+\/runs$/, 'workflow_run'],
  [/\/workflows\/\w+$/, 'workflow'],
  [/\/workflow-runs\/\w+$/, 'workflow_run'],
  [/\/workflow-runs\/\w+\/continue$/, 'workflow_run'],
  [/\/workflow-runs\/\w+\/curation$/, 'workflow_curation'],
  [/\/workflow-runs\/\w+\/results$/, 'workflow_run_result'],
  [/\/workflow-runs\/\w+\/cancel$/, 'workflow_run_cancellation'],
  [/\/workflow-runs\/\w+\/retry$/, 'workflow_run_retry'],
];

const deletions: Record<string, string> = {
  file: 'file_deletion',
  project: 'project_deletion',
  webhook_endpoint: 'webhook_endpoint_deletion',
};
const creations: Record<string, string> = {
  '/jobs': 'job',
  '/files': 'file',
  '/batches': 'batch',
  '/projects': 'project',
  '/webhook-endpoints': 'webhook_endpoint',
};

/** A service with only hostile responses. */
const service: typeof fetch = async (input, init = {}) => {
  const path = new URL(String(input)).pathname.replace('/api/v1', '');
  if (path === '/blob') return new Response(bytes);
  if (path.endsWith('/events')) {
    const job = JSON.stringify({ ...everything, billing: everything, status: 'COMPLETED' });
    const text = `event: status\ndata: ${job}\n\nevent: terminal\ndata: ${job}\n\n`;
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  }
  const found = objects.find(([pattern]) => pattern.test(path))?.[1];
  const created = init.method === 'POST' ? creations[path] : undefined;
  const object = (init.method === 'DELETE' && deletions[found ?? '']) || (found ?? created ?? 'list');
  const isRun = object === 'workflow_run' || object === 'batch';
  const id = object === 'job' ? 'job_1' : evil;
  const text =
    written.get(object) ??
    JSON.stringify({ ...body, id, object, ...(isRun && { status: 'PAUSED', pause: { reason: evil } }) });
  written.set(object, text);
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};

/** The text of responses, by their `object`: the tests read hundreds of them, each of 100 kB. */
const written = new Map<string, string>();

const error = { code: evil, message: evil, resolution: evil, details: { errors: [{}, { path: evil, message: evil }] } };
const refusing: typeof fetch = async () =>
  Response.json({ error }, { status: 500, headers: { 'x-request-id': 'req_\x9b2J' } });
const breaking: typeof fetch = async () => {
  throw new TypeError('fetch failed', { cause: new Error(evil) });
};

/** A call of every command, in a folder with the files that it names. */
const calls: Record<string, string[]> = {
  quote: ['tool', 'a.txt'],
  submit: ['tool', 'a.txt', '--yes', '--follow'],
  run: ['tool', 'a.txt', '--yes', '-o', 'ran'],
  'jobs list': [],
  'jobs get': ['job_1'],
  'jobs watch': ['job_1'],
  'jobs cancel': ['job_1'],
  'jobs retry-failed': ['--tool', 'mafft'],
  'jobs show': ['job_1'],
  'jobs log': ['job_1'],
  'jobs input': ['job_1', '-o', 'input.txt'],
  'jobs ro-crate': ['job_1', '-o', 'crate.json'],
  'jobs label': ['job_1', 'plate=7'],
  'jobs stop': ['job_1'],
  'jobs retry': ['job_1'],
  'jobs rerun': ['job_1', '--yes'],
  'jobs share': ['job_1', '--invite', evil],
  'batches create': ['a.txt', '--wait'],
  'batches quote': ['a.txt'],
  'batches list': [],
  'batches show': ['batch_1'],
  'batches items': ['batch_1'],
  'batches table': ['batch_1', '-o', 'table.csv'],
  'batches archive': ['batch_1', '-o', 'batch.tar'],
  'batches wait': ['batch_1'],
  'batches continue': ['batch_1'],
  'batches cancel': ['batch_1'],
  'batches retry': ['batch_1'],
  'results show': ['job_1'],
  'results download': ['job_1', '-o', 'downloaded'],
  'results archive': ['job_1', '-o', 'result.tar'],
  'results save': ['job_1', evil],
  'results verify': ['wrong'],
  'tools list': [],
  'tools search': ['alignment'],
  'tools show': ['tool'],
  'tools example': ['tool'],
  'datasets list': [],
  'datasets show': ['ds'],
  'files upload': ['a.txt'],
  'files fetch': ['pdb:1UBQ'],
  'files sources': [],
  'files update': ['file_1', '--name', evil],
  'files list': [],
  'files get': ['file_1'],
  'files download': ['file_1', '-o', 'saved.txt'],
  'files link': ['file_1'],
  'files delete': ['file_1'],
  'projects list': [],
  'projects show': ['proj_1'],
  'projects create': [evil],
  'projects update': ['proj_1', '--name', evil],
  'projects assign': ['proj_1', 'job_1'],
  'projects delete': ['proj_1', '--mode', 'unassign'],
  'projects deletion': ['del_1'],
  'workflows list': [],
  'workflows runs': [],
  'workflows show': ['wf_1'],
  'workflows validate': ['wf_1', '-f', 'job.yaml'],
  'workflows run': ['wf_1', '--yes'],
  'workflows watch': ['run_1'],
  'workflows results': ['run_1', '-o', 'results'],
  'workflows archive': ['run_1', '-o', 'run.tar'],
  'workflows candidates': ['run_1'],
  'workflows curate': ['run_1', '--approve', evil, '--digest', evil],
  'workflows continue': ['run_1'],
  'workflows cancel': ['run_1'],
  'workflows retry': ['run_1'],
  'workflows rerun': ['run_1'],
  'workspace show': [],
  'workspace update': ['--name', evil],
  'notices show': [],
  'notices set': ['--job-ended', 'always'],
  'workspace list': [],
  'workspace use': ['ws_1'],
  'session list': [],
  'session end': ['ses_1'],
  'session end-others': ['--yes'],
  usage: ['--by', 'project,member'],
  ledger: [],
  audit: [],
  events: [],
  'members list': [],
  'members set-role': ['usr_1', 'admin'],
  'members set-name': [evil],
  'members remove': ['usr_1', '--yes'],
  'members leave': ['--yes'],
  'members invite': [evil, '--role', 'member'],
  'members invitations': [],
  'members resend': ['inv_1'],
  'members withdraw': ['inv_1'],
  'budgets list': [],
  'budgets set': ['workspace', 'day', '1'],
  'budgets delete': ['bud_1'],
  'webhooks list': [],
  'webhooks show': ['whe_1'],
  'webhooks create': ['https://example.org/', '--description', evil],
  'webhooks update': ['whe_1', '--url', evil],
  'webhooks enable': ['whe_1'],
  'webhooks disable': ['whe_1'],
  'webhooks rotate-secret': ['whe_1'],
  'webhooks test': ['whe_1'],
  'webhooks delete': ['whe_1'],
  'webhooks deliveries': [],
  'webhooks delivery': ['whd_1'],
  'webhooks replay': ['whd_1'],
  'keys list': [],
  'keys show': ['key_1'],
  'keys create': [evil, '--scopes', 'jobs:read'],
  'keys update': ['key_1', '--name', evil],
  'keys rotate': ['key_1'],
  'keys revoke': ['key_1', '--yes'],
  login: [],
  logout: [],
  whoami: [],
  profiles: [],
  account: [],
  api: ['GET', '/jobs'],
  completion: ['bash'],
};

/** Commands that send nothing. */
const local = ['results verify', 'logout', 'profiles', 'completion'];

const root = mkdtempSync(join(tmpdir(), 'rotamer-terminal-'));
afterAll(() => rm(root, { recursive: true }));

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(root, 'test-'));
  writeFileSync(join(cwd, 'a.txt'), 'MKV\n');
  writeFileSync(join(cwd, 'job.yaml'), 'definition: {}\n');
  writeFileSync(join(cwd, 'bad.yaml'), `tool: [${evil}\n  "${evil}`);
  mkdirSync(join(cwd, 'wrong'));
  const files = [{ ...file, path: evil }];
  writeFileSync(join(cwd, 'wrong', 'manifest.json'), JSON.stringify({ status: evil, files }));
});

const flags = ['--retry-for', '0'];
const env = { ROTAMER_API_KEY: 'rot_live_4fGh7sKqSECRET', ROTAMER_BASE_URL: 'http://rotamer.test', TERM: 'xterm' };

/** Runs a command with a profile whose name is hostile too. */
function runIn(args: string[], fetch: typeof globalThis.fetch, terminal: boolean) {
  writeConfig(
    { env: {}, platform: 'linux', home: cwd },
    {
      current: evil,
      profiles: { [evil]: { base_url: 'http://rotamer.test', api_key: 'rot_live_x' } },
    },
  );
  const time = fakeTime();
  return runFake([...args, ...flags], { fetch, cwd, home: cwd, terminal, env, time, stdin: 'rot_live_x', answer: 'y' });
}

/** Returns the printed text, without the program's own control sequences. */
function shown({ stdout, stderr }: { stdout: string; stderr: string }): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the sequences that are allowed
  return (stdout + stderr).replace(/\r\x1b\[K|\x1b\[[01]m/g, '\n');
}

function expectHarmless(text: string): void {
  expect(text).not.toMatch(steering);
  // Further lines of an error are indented.
  expect(text).not.toMatch(/^FAKE/m);
}

describe.each([
  ['usage', '--csv'],
  ['batches', 'table', 'batch_1'],
  ['jobs', 'log', 'job_1'],
])('%s %s', (...args: string[]) => {
  it.each([true, false])(
    'writes lines and tabs as they are, and no control sequence (terminal: %s)',
    async (terminal) => {
      const parts = ['"a"\t1\r', '\n"b"\t2\r\n\x1b[2J'];
      const fetch = async () =>
        new Response(Readable.toWeb(Readable.from(parts.map((part) => Buffer.from(part)))) as never);
      const { io } = await runIn(args, fetch, terminal);
      expect(io.stdout).toBe('"a"\t1\n"b"\t2\n\\u001b[2J');
    },
  );
});

it('every command is in this test', () => {
  const leaves = ({ commands }: Command, path: string[]): string[] =>
    commands.flatMap((one) =>
      one.commands.length > 0 ? leaves(one, [one.name()]) : [[...path, one.name()].join(' ')],
    );
  const program = createProgram(guard(fakeIo()), () => {
    throw new Error('nothing is run');
  });
  expect(
    leaves(program, [])
      .filter((name) => name !== 'mcp')
      .sort(),
  ).toEqual(Object.keys(calls).sort());
});

describe.each(Object.entries(calls))('%s', (name, args) => {
  const command = [...name.split(' '), ...args];

  it('shows hostile responses on a terminal without their control sequences', async () => {
    const { io } = await runIn(command, service, true);
    expect(io.stdout + io.stderr).not.toBe('');
    expectHarmless(shown(io));
  });

  it('writes hostile responses as valid JSON', async () => {
    const { io } = await runIn(command, service, false);
    expectHarmless(shown(io));
    if (name === 'completion') return;
    const documents = /follow|watch/.test(command.join(' ')) ? io.stdout.trim().split('\n') : [io.stdout];
    for (const one of documents) expect(() => JSON.parse(one), io.stdout.slice(0, 600)).not.toThrow();
  });

  it.each([
    ['refused', refusing],
    ['broken', breaking],
  ])('shows a hostile error of a request that is %s', async (_how, fetch) => {
    for (const terminal of [true, false]) expectHarmless(shown((await runIn(command, fetch, terminal)).io));
  });
});

it.each(Object.entries(calls).filter(([name]) => !local.includes(name)))(
  '%s ends with 130 on Ctrl-C while the service is silent',
  async (name, args) => {
    const ctrlC = new AbortController();
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason));
        ctrlC.abort(new Error('Ctrl-C'));
      });
    const { code } = await runFake([...name.split(' '), ...args], {
      fetch: silent,
      cwd,
      home: cwd,
      env,
      stdin: 'rot_live_x',
      interrupted: ctrlC.signal,
    });
    expect(code).toBe(130);
  },
);

it.each([
  ['a job file', ['submit', '-f', 'bad.yaml']],
  ['a name of a file', ['submit', 'tool', `${evil}.txt`]],
  ['a pattern', ['submit', 'tool', `${evil}*`]],
  ['a setting', ['submit', 'tool', 'a.txt', '--set', evil]],
  ['an unknown command', [evil]],
  ['an unknown option', ['jobs', 'list', `--${evil}`]],
  ['a wrong value', ['jobs', 'list', '--limit', evil]],
  ['a profile', ['account', '--profile', evil.slice(1)]],
  ['an address', ['account', '--base-url', evil]],
])('shows an error about %s without control sequences', async (_what, args) => {
  // Text that the user typed may have line breaks.
  for (const terminal of [true, false]) {
    expect(shown((await runIn(args, service, terminal)).io)).not.toMatch(steering);
  }
});

it('asks a question without the control sequences in its text', async () => {
  const env = { ROTAMER_BASE_URL: `http://rotamer.test/${evil}` };
  const { io } = await runFake(['login', '--key'], { env, cwd, home: cwd, terminal: true, fetch: refusing });
  expect(io.asked[0]).toContain('API key for http://rotamer.test/');
  expect(io.asked[0]).not.toMatch(steering);
});

describe('the answers of mcp', () => {
  const inputs = [{ slot: 'x', content: 'MKV' }];
  const given: Record<string, object> = {
    search_tools: {},
    show_tool: { tool: 'tool' },
    quote_job: { tool: 'tool', inputs },
    submit_job: { tool: 'tool', inputs },
    wait_for_job: { job: 'job_1', seconds: 0.1 },
    list_jobs: {},
    read_result: { job: 'job_1' },
    list_candidates: { run: 'run_1' },
    review_candidates: { run: 'run_1', candidate_set_digest: evil, approve: [evil] },
  };

  it.each(mcpTools.map(({ name }) => name))('%s returns no control sequences', async (name) => {
    for (const fetch of [service, refusing]) {
      const { call } = await mcpClient({}, { fetch });
      const progress: string[] = [];
      const { text } = await call(name, given[name], {
        onprogress: ({ message }) => void progress.push(message ?? ''),
      });
      expectHarmless(`${text}\n${progress.join('\n')}`);
      const unknown = await call(name, { [evil]: evil });
      expectHarmless(unknown.text);
    }
  });
});

it('keeps visible text readable and joiners unchanged', () => {
  expect(visible('a\x1b[2J\u202eb\u{e0041}')).toBe('a\\u001b[2J\\u202eb\\udb40\\udc41');
  for (const text of ['日本語\n', 'می\u200cخواهم', '👩\u200d🔬', 'β-globin é']) expect(visible(text)).toBe(text);
  expect(JSON.parse(visible(JSON.stringify(evil)))).toBe(evil);
});
