import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freshBundles } from '@rotamer/bundle/freshBundle.ts';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { dataPaths, mainFile, repository } from '@rotamer/stack/folder/paths.ts';
import { readSecrets } from '@rotamer/stack/settings/secrets.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobResult, JobSharing } from '@rotamer/test-support/resources.ts';
import { linksIn, mailsTo } from '@rotamer/test-support/sharing.ts';
import type { RunningStack } from '@rotamer/test-support/stack.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';

/** Returns a text that occurs nowhere else. */
const hidden = () => `hidden${randomUUID().replaceAll('-', '')}`;

/**
 * Sends secrets to every place where a client, a runner or an operator may put them, correctly or by mistake.
 *
 * @returns The secrets by description, to be searched for in all output of the stack.
 */
export async function spillSecrets(
  stack: RunningStack,
  workspace: Workspace,
  ended: Job,
): Promise<Map<string, string>> {
  const secrets = new Map([
    ...ofTheStack(stack),
    ...(await inRequests(stack, workspace)),
    ...(await inContent(workspace)),
    ...(await inLinks(stack, workspace, ended)),
    ...(await inCallsOfRunners(stack)),
    ...(await inCommands(workspace)),
  ]);
  for (const [what, secret] of secrets)
    if (secret.length < 12) throw new Error(`${what} is too short to be searched for`);
  return secrets;
}

/** Returns the secrets that services share. */
function ofTheStack({ home, apiKey }: RunningStack): [string, string][] {
  const paths = dataPaths(home.dataDir);
  const { tokens, apiKey: _, ...more } = readSecrets(paths.secrets);
  return [
    ...Object.entries(tokens).map(([name, token]): [string, string] => [`the token of ${name}`, token]),
    ...Object.entries(more).map(([name, secret]): [string, string] => [`the secret of ${name}`, secret]),
    ['the key of the demo', secretOf(apiKey)],
    ['the password of PostgreSQL', readFileSync(join(paths.postgres, 'password'), 'utf8').trim()],
  ];
}

/** Returns the part of a key that is not public. */
const secretOf = (key: string) => key.slice('rot_live_12345678_'.length);

/** Sends API keys in the right place and in wrong places. */
async function inRequests({ baseUrl }: RunningStack, { key: { key }, newKey }: Workspace): Promise<[string, string][]> {
  const revoked = (await newKey()).key;
  const mistyped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  const headers: Record<string, string>[] = [
    ...[`bearer ${key} `, `Bearer ${key} more`, `Basic ${btoa(`user:${key}`)}`, key, `Bearer ${mistyped}`].map(
      (authorization) => ({ authorization }),
    ),
    { 'x-api-key': key },
    {
      cookie: `session=${key}`,
      'user-agent': key,
      referer: `https://example.org/?key=${key}`,
      origin: `https://${key}`,
    },
    { 'x-request-id': key, traceparent: key, tracestate: `a=${key}`, baggage: `key=${key}` },
    { authorization: `Bearer ${key}`, 'idempotency-key': key, accept: key, range: key },
  ];
  for (const one of headers) await fetch(`${baseUrl}/api/v1/jobs`, { headers: one });
  for (const path of [
    `/api/v1/jobs?api_key=${key}`,
    `/api/v1/jobs/${key}`,
    `/${key}`,
    `/docs?key=${key}`,
    `/share/${key}`,
  ])
    await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${revoked}` } });
  await raw(baseUrl, `GET /api/v1/jobs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\u0001\r\n\r\n`);
  await raw(baseUrl, `GET /api/v1/jobs HTTP/1.1\r\nAuthorization Bearer ${key}\r\n\r\n`);
  await raw(baseUrl, `${key} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  await raw(baseUrl, `GET /?${key} HTTP/9.9\r\n${'x'.repeat(20_000)}: ${key}\r\n\r\n`);
  return [
    ['an API key', secretOf(key)],
    ['a mistyped API key', secretOf(mistyped)],
    ['an API key that is nobody’s any more', secretOf(revoked)],
    ['an API key in Base64', btoa(`user:${key}`).slice(12)],
  ];
}

/** Sends bytes that fetch would refuse to send. */
async function raw(baseUrl: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.end(bytes, 'latin1');
  socket.resume();
  await once(socket, 'close');
}

/** Sends secrets as the content of jobs and files, valid or invalid. */
async function inContent({ client }: Workspace): Promise<[string, string][]> {
  const sequence = 'MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHR';
  const [name, setting, field, value, unread, file] = Array.from({ length: 6 }, hidden);
  const sent = propertiesOf(`>${name}\n${sequence}\n`, { name });
  const wrong = [
    propertiesOf(`>${name}\n${sequence}!${unread}\n`),
    { ...sent, settings: { [setting!]: setting } },
    { ...sent, [field!]: value },
    { ...sent, input: { inputs: [{ ...sent.input.inputs[0], source: { type: 'text', token: value } }] } },
    { ...sent, project_id: value },
  ];
  await client.post<Job>('/jobs', sent);
  for (const body of wrong) await client.post('/jobs', body);
  await client.send('POST', '/jobs', { headers: { 'content-type': 'application/json' }, body: `{"a": "${unread}` });
  await client.upload(`${file}.fasta`, `>${file}\n${sequence}\n`, { description: file! });
  await client.upload(`${file}.exe`, `MZ${file}`);
  await client.get(`/files?search=${file}&tag=${file}&starting_after=${file}`);
  return [
    ['a sequence', sequence],
    ['the name of a job', name!],
    ['an unknown setting', setting!],
    ['an unknown field', field!],
    ['the value of a field', value!],
    ['content that cannot be read', unread!],
    ['the name of a file', file!],
  ];
}

/** Creates links that give access to anyone who has them, and invites people by e-mail. */
async function inLinks(
  { baseUrl, home }: RunningStack,
  { client }: Workspace,
  { id }: Job,
): Promise<[string, string][]> {
  const address = `${hidden()}@example.org`;
  const wrongAddress = hidden();
  const share = (body: object) => client.patch<JobSharing>(`/jobs/${id}/share`, body);
  const shared = await share({ visibility: 'INVITED', add_invites: [address] });
  await share({ add_invites: [`${wrongAddress}@@example`] });
  const [link] = linksIn(shared);
  await waitFor('the mail', () => mailsTo(home.dataDir, address).length > 0);
  const token = new URL(link!).searchParams.get('t')!;
  const followed = await fetch(link!, { redirect: 'manual' });
  const cookie = followed.headers.get('set-cookie')!.split(';')[0]!;
  for (const url of [
    link!,
    `${link}x`,
    `${baseUrl}/share/${id}?t=${token}&t=${token}`,
    `${baseUrl}/nowhere?t=${token}`,
  ])
    await fetch(url, { redirect: 'manual', headers: { cookie } });

  const { url } = (await client.get<JobResult>(`/results/${id}`)).body.files[0]!;
  const signed = new URL(url, baseUrl);
  const signature = signed.searchParams.get('sig')!;
  for (const suffix of ['', '0', '&sig=1']) await fetch(`${signed}${suffix}`);
  await fetch(signed, { method: 'POST' });
  return [
    ['an e-mail address', address],
    ['a wrong e-mail address', wrongAddress],
    ['the token of an invitation', token],
    ['the cookie of a shared page', cookie.slice(cookie.indexOf('=') + 1)],
    ['the signature of a download', signature],
  ];
}

/** Calls the lease API as a runner, and as a stranger. */
async function inCallsOfRunners(stack: RunningStack): Promise<[string, string][]> {
  const { tokens } = readSecrets(dataPaths(stack.home.dataDir).secrets);
  const address = stack.file().services.jobs![0]!.address!;
  const offers = [{ tool: 'protein-properties', major: 1 }];
  const wrong = { job: hidden(), lease: hidden(), service: hidden() };
  const runner = createGrpcClient(LeasesDefinition, { address, service: 'runner', token: tokens.runner! });
  const stranger = createGrpcClient(LeasesDefinition, { address, service: 'runner', token: wrong.service });
  try {
    const runnerId = 'run_of_the_test';
    await runner.client.announce({ runnerId, offers });
    await stranger.client.announce({ runnerId, offers }).catch(() => {});
    const stolen = { jobId: `job_${wrong.job}`, attempt: 1, leaseToken: wrong.lease };
    for (const call of [runner.client.started, runner.client.heartbeat, runner.client.fetchInputs])
      await (call as (request: object) => Promise<unknown>)(stolen).catch(() => {});
  } finally {
    runner.close();
    stranger.close();
  }
  return [
    ['a wrong token of a service', wrong.service],
    ['a wrong lease token', wrong.lease],
    ['the id of no job', wrong.job],
  ];
}

/** Runs admin commands with secrets in their arguments. */
async function inCommands({ id, admin }: Workspace): Promise<[string, string][]> {
  const email = `${hidden()}@example.org`;
  const create = (address: string) => admin.command('user create', { workspace: id, email: address, role: 'member' });
  await create(email);
  // The second user with the same address makes PostgreSQL quote the address in its error.
  await create(email).catch(() => {});
  const wrong = hidden();
  await create(wrong).catch(() => {});
  await admin.command('key create', { workspace: id, user: wrong, scopes: wrong }).catch(() => {});
  return [
    ['the e-mail address of a user', email],
    ['what is no e-mail address', wrong],
  ];
}

/**
 * Starts services with wrong settings that contain a secret, from bundles as the stack does. Returns what they print, and the secret.
 */
export async function configurationErrors(): Promise<{ secret: string; output: string }[]> {
  const { billing } = await freshBundles(repository);
  const main = join(billing!, mainFile('billing'));
  const secret = hidden();
  const urls = [
    `postgres://rotamer:${secret}@127.0.0.1:port/rotamer_billing`,
    `postgres://rotamer:${secret}@127.0.0.1:1/rotamer_billing`,
    `postgres://rotamer:${secret}/x@nowhere.invalid/rotamer_billing?sslmode=${secret}`,
  ];
  const settings = [
    ...urls.map((url) => ({
      ROTAMER_POSTGRES_URL: url,
      ROTAMER_BUS_URL: url,
      ROTAMER_CALLERS: `jobs:${'0'.repeat(64)}`,
    })),
    { ROTAMER_POSTGRES_URL: urls[0]!, ROTAMER_BUS_URL: urls[0]!, ROTAMER_CALLERS: secret },
  ];
  return Promise.all(settings.map(async (env) => ({ secret, output: await outputOf(main, env) })));
}

async function outputOf(main: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ROTAMER_LOG_LEVEL: 'trace', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out + error;
}
