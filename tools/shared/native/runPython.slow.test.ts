// @module-tag native

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { programs } from './programs.ts';
import { type PythonOrder, runPython } from './runPython.ts';

const describe = await describeWithPrograms({ requires: [programs.python] });

describe('runPython', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'rotamer-python-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  function ask(lines: string[], order: Partial<PythonOrder> = {}) {
    const script = join(cwd, 'task.py');
    writeFileSync(script, lines.join('\n'));
    return runPython({ script, request: {}, cwd, signal: new AbortController().signal, ...order });
  }

  it('returns the result of the script for a request, and reports its progress', async () => {
    const steps: number[][] = [];
    const lines = [
      'from rotamer_tool import progress',
      'def run(request):',
      '    print("talk of a library")',
      '    progress(1, 2)',
      '    return {"twice": request["number"] * 2, "name": request["name"]}',
    ];
    const onProgress = (done: number, total: number) => steps.push([done, total]);
    const answer = await ask(lines, { request: { number: 21, name: 'α\n"' }, onProgress });
    expect(answer).toEqual({ twice: 42, name: 'α\n"' });
    expect(steps).toEqual([[1, 2]]);
    expect(readdirSync(cwd).sort()).toEqual(['answer.json', 'request.json', 'task.py']);
  });

  it('orders a set in the same way each time', async () => {
    const lines = ['def run(request):', '    return list({f"name {i}" for i in range(50)})'];
    expect(await ask(lines)).toEqual(await ask(lines));
  });

  it('fails with the message of Refused, and with the type of any other error', async () => {
    const refused = ['from rotamer_tool import Refused', 'def run(request):', '    raise Refused("no chain B")'];
    await expect(ask(refused)).rejects.toThrow(/^no chain B$/);
    const failed = ['def run(request):', '    return {}["missing"]'];
    await expect(ask(failed)).rejects.toThrow(/^task\.py failed: KeyError: 'missing'$/);
  });

  it('fails when the script dies or its answer is not JSON', async () => {
    const dies = ['import os', 'def run(request):', '    os.kill(os.getpid(), 9)'];
    await expect(ask(dies)).rejects.toThrow(/^python3 was ended by SIGKILL$/);
    const endless = ['def run(request):', '    return float("nan")'];
    await expect(ask(endless)).rejects.toThrow(/^python3 failed with exit code 1: .*Out of range float/);
  });

  it('returns undefined when it is stopped, and ends the script', async () => {
    const stop = new AbortController();
    const lines = [
      'import signal, time',
      'from rotamer_tool import progress',
      'def run(request):',
      '    signal.signal(signal.SIGTERM, signal.SIG_IGN)',
      '    progress(1, 2)',
      '    time.sleep(60)',
    ];
    expect(await ask(lines, { signal: stop.signal, onProgress: () => stop.abort() })).toBeUndefined();
  });
});
