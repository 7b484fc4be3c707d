import type { WorkflowRun } from '@rotamer/client';
import { openStream } from '../site/openStream.ts';
import { AGAIN_MS, refreshMain } from '../site/replaceContent.ts';

/** The part of a run that changes while it works. */
export interface LiveRunState {
  id: string;
  status: WorkflowRun['status'];
  pause: WorkflowRun['pause'];
  nodes: WorkflowRun['nodes'];
  /** Credits of the current attempt. */
  spent: number;
  reserved: number;
  cap: number | null;
  /** Credits that earlier attempts were charged. */
  earlier: number;
}

/** Returns the part of a run that its page follows. */
export function liveRunState({ id, status, pause, nodes, attempts, actual_credits }: WorkflowRun): LiveRunState {
  const last = attempts.at(-1);
  const spent = last?.actual_credits ?? 0;
  const reserved = (last?.estimated_credits ?? 0) - spent;
  return { id, status, pause, nodes, spent, reserved, cap: last?.max_credits ?? null, earlier: actual_credits - spent };
}

/** The least and the longest time between two readings of a run, in milliseconds. */
const PACE_MS = 1_500;
const MAX_PACE_MS = 30_000;

/** A run with many jobs takes longer to read, and is read less often: for at most a twentieth of the time. */
export const paceAfter = (tookMs: number): number => Math.min(MAX_PACE_MS, Math.max(PACE_MS, 20 * tookMs));

/**
 * Follows a run: reads its state again when its event stream tells of the run or of one of its jobs. Shows the whole page again when the
 * state of the run or its pause has changed, because other actions are possible then. Returns a function that stops following.
 */
export function followRun(
  first: LiveRunState,
  { events, state }: { events: string; state: string },
  show: (run: LiveRunState) => void,
  refresh = refreshMain,
): (() => void) | undefined {
  if (!['QUEUED', 'RUNNING', 'PAUSED'].includes(first.status)) return undefined;
  const source = openStream(events, refreshLater);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pace = PACE_MS;

  async function read(): Promise<void> {
    timer = undefined;
    // A page that nobody sees is read when it is looked at again.
    if (document.hidden) {
      document.addEventListener('visibilitychange', () => void read(), { once: true });
      return;
    }
    const begun = performance.now();
    const response = await fetch(state).catch(() => undefined);
    if (!response?.ok) return;
    const run = (await response.json()) as LiveRunState;
    pace = paceAfter(performance.now() - begun);
    const isOther = run.status !== first.status || JSON.stringify(run.pause) !== JSON.stringify(first.pause);
    if (!isOther || isWriting()) return show(run);
    source.close();
    await refresh();
  }

  /** Shows the page again, with a new stream, as soon as the reader has finished writing. */
  async function refreshLater(): Promise<void> {
    if (isWriting()) timer = setTimeout(refreshLater, AGAIN_MS);
    else await refresh();
  }

  const readSoon = () => {
    timer ??= setTimeout(read, pace);
  };
  // A short run ends between the page and the beginning of its stream, which tells nothing of what was before.
  source.addEventListener('open', readSoon);
  source.addEventListener('event', readSoon);
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Returns whether the reader is filling in a field, which showing the page again would empty. */
function isWriting(): boolean {
  return document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';
}
