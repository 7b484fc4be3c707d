import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs } from '../output/table.ts';

/** jobs input: an input of a job, whose bytes are compared with its SHA-256. */
export async function jobInput(
  { client, io, screen }: Context,
  [id, which]: [string, string],
  { output }: { output?: string },
): Promise<void> {
  const { jobs } = client();
  const { inputs } = await jobs.details(id, { signal: io.interrupted });
  const at = inputs.findIndex((input, i) => input.id === which || String(i + 1) === which);
  const input = inputs[at];
  if (!input)
    throw new UsageError(`The job has the inputs ${inputs.map((one, i) => `${i + 1} (${one.id})`).join(', ')}.`);
  const response = await jobs.openInput(id, at + 1, { signal: io.interrupted });
  const bytes = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== input.sha256)
    throw new Error(`The input arrived with the SHA-256 ${sha256} instead of ${input.sha256}.`);
  if (output === undefined) return io.out.writeDocument(bytes.toString());
  await writeFile(resolve(io.cwd, output), bytes);
  screen.result({ path: output, ...input }, () => pairs({ path: output, size: input.size, sha256 }));
}
