import { isRunEnded, type WorkflowRun } from '@rotamer/client';
import type { Context } from '../context.ts';
import { exitCodeOfStatus } from '../exitCodes.ts';
import { liveLine } from '../output/liveLine.ts';
import { words } from '../output/visible.ts';

/** Shows a run until it ends or pauses. Ctrl-C leaves it running. */
export async function watchRun({ io, client, screen, exitWith }: Context, id: string, lines: boolean): Promise<void> {
  const live = liveLine(io);
  let last: WorkflowRun | undefined;
  try {
    for await (const state of client().runs.follow(id, io.interrupted)) {
      last = state;
      live.show(`${id}  ${state.status}`);
      if (lines && screen.json) screen.line(state);
    }
  } catch (error) {
    if (io.interrupted.aborted)
      screen.note(words`The run goes on. Come back to it with: rotamer workflows watch ${id}`);
    throw error;
  } finally {
    live.end();
  }
  const { status, pause } = last!;
  if (pause?.reason === 'curation') screen.note(words`Review its candidates with: rotamer workflows candidates ${id}`);
  exitWith(exitCodeOfStatus(status));
  if (!lines || !screen.json)
    screen.result(last, () => words`${id}  ${status}${pause && !isRunEnded(status) ? `: ${pause.reason}` : ''}\n`);
}
