import type { RanCommand } from '@rotamer/proto/jobs/v1/job.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_COMMAND_LENGTH } from '../child/commandList.ts';

const MAX_MS = 1e12;

const command = Compile(
  Type.Object({
    argv: Type.Array(Type.String({ maxLength: MAX_COMMAND_LENGTH }), { minItems: 1, maxItems: MAX_COMMAND_LENGTH }),
    runs: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
    exitCode: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    elapsedMs: Type.Integer({ minimum: 0, maximum: MAX_MS }),
  }),
);

/** Returns a command that a child sent; undefined for anything else, because a tool can write to the pipe too. */
export function readCommand(content: string): RanCommand | undefined {
  const parsed = parse(content);
  if (!command.Check(parsed)) return undefined;
  const length = parsed.argv.reduce((sum, word) => sum + word.length, 0);
  const { argv, runs, exitCode, elapsedMs } = parsed;
  return length > 2 * MAX_COMMAND_LENGTH ? undefined : { argv, runs, exitCode, elapsedMs };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
