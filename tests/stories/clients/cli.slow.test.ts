// @module-tag slow-stories

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { describe, expect, it } from 'vitest';
import { openShell } from './shell.ts';

describe.concurrent('the command line', () => {
  it('runs one job despite lost responses and cut streams, and saves the right files', async (context) => {
    const { rotamer, faults, cwd } = await openShell(context);
    writeFileSync(join(cwd, 'ubiquitin.fasta'), ubiquitin);
    faults.cutNext(/^POST \/api\/v1\/jobs HTTP/);
    faults.cutNext(/^GET \/api\/v1\/jobs\/job_\w+\/events/);
    faults.cutNext(/^GET \/blobs\//);
    const outcome = await rotamer('run', 'protein-properties', '*.fasta', '--max-credits', '1', '-o', 'out');
    expect(outcome.code, outcome.stderr).toBe(0);
    expect(faults.left()).toBe(0);
    expect(outcome.json.result.results[0].value.length).toBe(76);
    expect((await rotamer('jobs', 'list')).json).toHaveLength(1);
    expect((await rotamer('results', 'verify', 'out')).code).toBe(0);
    writeFileSync(join(cwd, 'out', 'properties.tsv'), 'edited');
    expect((await rotamer('results', 'verify', 'out')).code).toBe(11);
    // Downloading again repairs the file.
    const again = await rotamer('results', 'download', outcome.json.job.id, '-o', 'out');
    expect(again.code, again.stderr).toBe(0);
    expect((await rotamer('results', 'verify', 'out')).code).toBe(0);
  });

  it('reports the kind of failure by its exit code', async (context) => {
    const { rotamer, cwd } = await openShell(context);
    writeFileSync(join(cwd, 'bad.fasta'), '>x\nMKV1\n');
    expect((await rotamer('jobs', 'get', 'job_1')).code).toBe(4);
    const refused = await rotamer('submit', 'protein-properties', 'bad.fasta', '--yes');
    expect(refused.code).toBe(5);
    expect(refused.json.error.message).toContain('line 2');
    writeFileSync(join(cwd, 'good.fasta'), ubiquitin);
    expect((await rotamer('submit', 'protein-properties', 'good.fasta')).code).toBe(2);
    expect((await rotamer('submit', 'protein-properties', 'good.fasta', '--max-credits', '0')).code).toBe(8);
  });

  it('manages files and projects', async (context) => {
    const { rotamer, faults, cwd } = await openShell(context);
    writeFileSync(join(cwd, 'a.fasta'), ubiquitin);
    faults.cutNext(/^POST \/api\/v1\/files HTTP/);
    const [file] = (await rotamer('files', 'upload', 'a.fasta', '--tag', 'x')).json;
    expect(faults.left()).toBe(0);
    expect((await rotamer('files', 'list')).json).toHaveLength(1);
    const project = (await rotamer('projects', 'create', 'Variants')).json;
    expect((await rotamer('projects', 'assign', project.id, file.id)).json.counts.files).toBe(1);
    expect((await rotamer('files', 'list', '--project', project.id)).json).toMatchObject([
      { id: file.id, tags: ['x'] },
    ]);
    expect((await rotamer('projects', 'delete', project.id, '--mode', 'unassign')).code).toBe(0);
    expect((await rotamer('files', 'delete', file.id)).code).toBe(0);
    expect((await rotamer('files', 'get', file.id)).code).toBe(4);
  });

  it('is a package that npx runs in an empty folder', async (context) => {
    const { cwd, env } = await openShell(context);
    const shell = promisify(execFile);
    const node = process.execPath;
    const client = join(repository, 'clients', 'cli');
    await shell(node, [join(client, 'build', 'build.ts')], { cwd: client });
    const packed = await shell('npm', ['pack', '--silent', '--pack-destination', cwd, join(client, 'dist')], { cwd });
    mkdirSync(join(cwd, 'empty'));
    const install = [
      'install',
      '--silent',
      '--offline',
      '--prefix',
      join(cwd, 'empty'),
      join(cwd, packed.stdout.trim()),
    ];
    await shell('npm', install, { cwd });
    const options = { cwd: join(cwd, 'empty'), env: { ...process.env, ...env } };
    const { stdout } = await shell('npx', ['--offline', 'rotamer', 'whoami'], options);
    expect(JSON.parse(stdout).from).toBe('ROTAMER_API_KEY');

    const host = new Client({ name: 'story', version: '0' });
    await host.connect(
      new StdioClientTransport({
        command: 'npx',
        args: ['--offline', 'rotamer', 'mcp'],
        ...(options as object),
      } as never),
    );
    context.onTestFinished(() => host.close());
    expect((await host.listTools()).tools.map(({ name }) => name)).toContain('submit_job');
  });
});
