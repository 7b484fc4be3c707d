// @module-tag stacks

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rotamer, textInput } from '@rotamer/client';
import { downloadResults, verifyFolder } from '@rotamer/client/download';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { linksOf } from '@rotamer/test-support/linksOf.ts';
import { freePort, nginxExpected, type RunningNginx, startNginx } from '@rotamer/test-support/nginx.ts';
import { publicHost, reachNginx } from '@rotamer/test-support/reachNginx.ts';
import type { JobResult } from '@rotamer/test-support/resources.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { signInTo } from '@rotamer/test-support/signIn.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PATH = '/lab/rotamer';

if (!nginxExpected) console.warn('nginx: skipped, there is no /usr/sbin/nginx (where CI is set it fails)');

/** The gateway gets its own address as Host, without TLS or the path. It knows both from ROTAMER_PUBLIC_URL. */
describe.skipIf(!nginxExpected)('npm start with ROTAMER_PUBLIC_URL, behind nginx with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-nginx-'));
  const home = newHome({ sample: true });
  /** Every address that the client requested. */
  const asked: string[] = [];
  let base: string;
  let listen: string;
  let nginx: RunningNginx | undefined;
  let leave: (() => void) | undefined;
  let stack: RunningStack;
  let workspace: Workspace;
  let authorization: Record<string, string>;
  let rotamer: Rotamer;
  let job: string;

  beforeAll(async () => {
    const [http, tls] = await Promise.all([freePort(), freePort()]);
    listen = `127.0.0.1:${http}`;
    base = `https://${publicHost}:${tls}${PATH}`;
    const server = `client_max_body_size 51m; location ${PATH}/ { proxy_pass http://${listen}/; }`;
    nginx = await startNginx(folder, [{ port: tls, tls: true, server }]);
    leave = reachNginx(nginx.certificate);
    const env = { ROTAMER_PUBLIC_URL: base, ROTAMER_HTTP_LISTEN: listen, ROTAMER_LOGIN_BY_MAIL: 'true' };
    stack = await startStack({ home, npm: true, env });
    const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir };
    const limits = { 'requests-per-minute': 6_000 };
    workspace = await newWorkspaceOn(place, await loadContract(stack.baseUrl), { limits });
    authorization = { authorization: `Bearer ${workspace.key.key}` };
    rotamer = new Rotamer({
      apiKey: workspace.key.key,
      baseUrl: base,
      retryForMs: 0,
      fetch: (input, init) => {
        asked.push(String(input));
        return fetch(input, init);
      },
    });
    const input = textInput('sequences', `${lysozyme}\n${ubiquitin}`, { kind: 'protein', format: 'FASTA' });
    const run = await rotamer.jobs.submit({
      tool: 'protein-properties',
      name: 'Behind nginx',
      input: { inputs: [input] },
    });
    await run.wait();
    expect(run.status).toBe('COMPLETED');
    job = run.id;
  });

  afterAll(async () => {
    await stack?.killEverything();
    leave?.();
    await nginx?.stop();
    removeHome(home);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps both settings unchanged, and prints the public address', async () => {
    expect(stack.file().urls).toEqual([`http://${listen}`]);
    expect(stack.output()).toContain(`Public URL    ${base}\n`);
    const sample = await waitFor('the sample', () => /A finished job (\S+)/.exec(stack.output())?.[1]);
    expect(sample.startsWith(`${base}/share/job_`), sample).toBe(true);
    expect((await fetch(sample)).status).toBe(200);
  });

  it('every link of every page, and the samples, are below the public address', async () => {
    await share('PUBLIC');
    const links = new Set<string>();
    for (const page of [
      '/',
      '/tools',
      '/tools/protein-properties',
      '/docs',
      '/docs/guides/first-job',
      `/share/${job}`,
    ]) {
      const found = linksOf(base + page, await textOf(page));
      expect(found.length, page).toBeGreaterThan(1);
      for (const link of found) links.add(link);
    }
    for (const link of links) expect(link.startsWith(`${base}/`), link).toBe(true);
    const opened = [...links].filter((link) => !link.includes('/tools/'));
    for (const link of opened) expect((await fetch(link, { headers: authorization })).status, link).toBe(200);
    expect(await textOf('/tools/protein-properties')).toContain(`curl ${base}/api/v1/jobs `);
    expect(JSON.parse(await textOf('/api/v1/openapi.json')).servers).toEqual([{ url: base }]);
  });

  it('a session cookie is limited to the path of the public address, and to TLS', async () => {
    await share('AUTHENTICATED');
    const page = `${base}/share/${job}`;
    const action = linksOf(page, await (await fetch(page)).text()).find((link) => link.endsWith('/sign-in'));
    const [cookie] = (await signInTo(page, workspace.key.key, action)).headers.getSetCookie();
    expect(cookie).toMatch(new RegExp(`^share_session_\\w+=[^;]+;.* Path=${PATH}/share;.* Secure`));
  });

  it('check 18: the cookie of a person is for this host and TLS only, and hidden from scripts', async () => {
    const email = `ada-${randomUUID()}@example.org`;
    await workspace.admin.command('user create', { workspace: workspace.id, email, role: 'member' });
    const login = await fetch(`${base}/login`);
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const send = (path: string, form: Record<string, string>, headers = {}) =>
      fetch(base + path, {
        ...{ method: 'POST', redirect: 'manual', headers: { cookie, ...headers } },
        body: new URLSearchParams(form),
      });
    expect((await send('/login/mail', { token: tokenIn(await login.text()), email })).status).toBe(303);
    const mail = await waitFor('the mail', () => mailsTo(home.dataDir, email)[0]);
    const link = /https?:\/\/\S+\/login\/mail\/link\?t=\S+/.exec(mail)![0];
    const shown = await (await fetch(link, { headers: { cookie } })).text();
    const form = { token: tokenIn(shown), t: new URL(link).searchParams.get('t')! };
    const sessionIn = ({ headers }: Response) =>
      headers.getSetCookie().find((one) => one.startsWith('__Host-rotamer_'));
    const foreign = await send('/login/mail/link', form, { 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, sessionIn(foreign)]).toEqual([400, undefined]);

    const line = sessionIn(await send('/login/mail/link', form))!;
    for (const part of ['; Path=/;', '; HttpOnly', '; Secure', '; SameSite=Lax']) expect(`${line};`).toContain(part);
    expect(line).not.toContain('Domain');
    const entered = await fetch(`${base}/w`, { headers: { cookie: line.split(';')[0]! } });
    expect([entered.status, await entered.text()]).toEqual([200, expect.stringContaining('Waits for you')]);
  });

  it('Link headers and signed links lead to the public address', async () => {
    const shared = await share('PUBLIC');
    expect(shared.headers.get('link')).toContain(`<${base}/share/${job}`);
    const { key } = await workspace.newKey();
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${base}/api/v1/results/${job}?limit=1`, { headers });
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
    expect(next).toMatch(`${base}/api/v1/results/${job}?limit=1&starting_after=`);
    expect((await fetch(next!, { headers })).status).toBe(200);
    const { files } = (await answer.json()) as JobResult;
    expect(files.length).toBeGreaterThan(0);
    for (const { url, size } of files) {
      expect(url.startsWith(`${base}/blobs/`), url).toBe(true);
      expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(size);
    }
  });

  it('the TypeScript client waits on the event stream and downloads by signed links', async () => {
    const target = join(folder, 'results');
    await downloadResults(await rotamer.jobs.at(job).results(), target);
    expect((await verifyFolder(target)).wrong).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(`${base}/`))).toEqual([]);
    const paths = asked.map((url) => url.slice(base.length));
    expect(paths).toContain(`/api/v1/jobs/${job}/events`);
    expect(paths.some((path) => path.startsWith('/blobs/'))).toBe(true);
    expect(paths.filter((path) => /\/status$|\/items\//.test(path))).toEqual([]);
  });

  it('an upload of 10 MB arrives', async () => {
    const text = `>long\n${`${'MKVLAAGITG'.repeat(8)}\n`.repeat(125_000)}`;
    const file = await rotamer.files.upload(text, 'long.fasta');
    expect(file.size).toBe(text.length);
  });

  async function textOf(path: string): Promise<string> {
    const answer = await fetch(base + path, { headers: authorization });
    expect(answer.status, path).toBe(200);
    return answer.text();
  }

  async function share(visibility: string): Promise<Response> {
    const headers = { ...authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ visibility });
    const answer = await fetch(`${base}/api/v1/jobs/${job}/share`, { method: 'PATCH', headers, body });
    expect(answer.status).toBe(200);
    return answer;
  }
});
