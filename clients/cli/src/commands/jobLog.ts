import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { words } from '../output/visible.ts';

export interface LogFlags {
  follow?: boolean;
  attempt?: number;
  output?: string;
}

/** jobs log: what the programs of a job wrote. Its output is always the text of the log. */
export async function jobLog({ client, io, screen }: Context, [id]: [string], flags: LogFlags): Promise<void> {
  const { follow, attempt, output } = flags;
  if (follow && output !== undefined) throw new UsageError('Use --follow or --output, and not both.');
  const { jobs } = client();
  if (follow) {
    for await (const { text } of jobs.followLog(id, { attempt })) io.out.writeDocument(text);
    return;
  }
  const text = await jobs.log(id, { attempt });
  if (output === undefined) return io.out.writeDocument(text);
  await writeFile(resolve(io.cwd, output), text);
  screen.note(words`${output}: ${text.length} characters`);
}
