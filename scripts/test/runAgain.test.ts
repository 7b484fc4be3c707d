import { describe, expect, it } from 'vitest';
import { type FailedStep, runAgain } from './runAgain.ts';

/** Runs failed steps again, with commands that succeed or not. Returns the commands, and the steps that still fail. */
async function again(failed: FailedStep[], succeeds = true) {
  const commands: string[] = [];
  const left = await runAgain(failed, async (_, command) => {
    commands.push(command.join(' '));
    return succeeds;
  });
  return { commands, left: left.map(({ step }) => step.name) };
}

const failedStep = (
  project: string | undefined,
  files: string[],
  command = ['vitest', 'run', '--project', project!],
) => ({
  step: { name: project ?? 'python', project, command },
  failures: files.map((file) => ({ file, text: `${file}: fails` })),
});

describe('runAgain', () => {
  it('runs each failed file of a step once, in the projects of the step', async () => {
    const command = ['vitest', 'run', '--project', 'real', '--project', 'e2e', 'services/', '--passWithNoTests'];
    expect(await again([failedStep('real', ['a.test.ts', 'a.test.ts', 'b.test.ts'], command)])).toEqual({
      commands: ['vitest run --project real --project e2e a.test.ts b.test.ts'],
      left: [],
    });
  });

  it('leaves failed what fails again', async () => {
    expect((await again([failedStep('e2e', ['a.test.ts'])], false)).left).toEqual(['e2e']);
  });

  it.each([
    ['a unit test', [failedStep('unit', ['a.test.ts'])]],
    ['a step that crashed', [failedStep('e2e', [])]],
    ['a step without vitest', [failedStep(undefined, [], ['node', 'run.ts'])]],
    ['more than three files', [failedStep('e2e', ['a', 'b']), failedStep('browser', ['c', 'd'])]],
  ])('does not run %s again', async (_, failed) => {
    expect(await again(failed)).toEqual({ commands: [], left: failed.map(({ step }) => step.name) });
  });
});
