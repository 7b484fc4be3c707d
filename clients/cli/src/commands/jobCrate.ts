import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { words } from '../output/visible.ts';

/** jobs ro-crate: how a job made its result, as the metadata of an RO-Crate. */
export async function jobCrate(
  { client, io, screen }: Context,
  [id]: [string],
  { output }: { output?: string },
): Promise<void> {
  const crate = await client().jobs.roCrate(id, { signal: io.interrupted });
  const text = `${JSON.stringify(crate, null, 2)}\n`;
  if (output === undefined) return io.out.writeDocument(text);
  await writeFile(resolve(io.cwd, output), text);
  screen.result({ path: output }, () => words`${output}\n`);
}
