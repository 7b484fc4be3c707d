import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSandbox } from '../executor/chooseSandbox.ts';
import { createProcessExecutor } from '../executor/processExecutor.ts';
import { openRunnerFolder } from '../executor/runnerFolder.ts';
import { runOnce } from './runOnce.ts';
import { findSubject, type Subject } from './subject.ts';

const inNodeAlone = tools.map(({ contract }) => contract).filter(({ requires }) => requires.length === 0);
const chosen = inNodeAlone.filter((_, i) => long || i % 3 === 0);
const TIMEOUT_MS = long ? 600_000 : 170_000;

it(`${chosen.length} tools that need no program make the same bytes again in the same process`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'same-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runnerFolder = await openRunnerFolder(folder, quietLog);
  const sandbox = await chooseSandbox('group', runnerFolder, quietLog);
  const { execute, close } = createProcessExecutor(sandbox, { keep: 1 });
  for (const { id, varies } of chosen) {
    const subject = findSubject(id) as Subject;
    const runs = [];
    for (const _ of ['alone', 'first', 'second'])
      runs.push(await runOnce(subject, { sandbox, runnerFolder }, { shared: execute }));
    expect(
      runs.map(({ outcome }) => outcome),
      id,
    ).toEqual(runs.map(() => AttemptOutcome.COMPLETED));
    if (!varies) expect(new Set(runs.map(({ digest }) => digest)).size, id).toBe(1);
  }
  await close();
});
