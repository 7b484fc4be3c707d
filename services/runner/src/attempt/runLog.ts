import { setTimeout as sleep } from 'node:timers/promises';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import type { RanCommand } from '@rotamer/proto/jobs/v1/job.ts';
import type { Lease, LeasesClient } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Program } from '@rotamer/tools/contract.ts';
import { createBacklog } from '../child/backlog.ts';
import { MAX_COMMANDS } from '../child/commandList.ts';
import type { Order } from '../executor/executor.ts';
import { gaveNoAnswer } from './askJobs.ts';
import { readCommand } from './readCommand.ts';

/** The pause between two calls: a log is read by people. */
const SEND_EVERY_MS = 1_000;

/** Most bytes of one call; jobs takes no more. */
const PART_BYTES = 128 * 1024;

/** How long the end of an attempt waits for the rest of its log. A result is worth more than a log. */
const FLUSH_MS = 3_000;

export interface RunLogDeps {
  leases: Pick<LeasesClient<CallScope>, 'recordRun'>;
  log: Logger;
  /** Returns what a program says about its version. */
  versionOf(program: Program): Promise<string | undefined>;
}

/** Sends to jobs what the programs of an attempt do, while it runs. */
export interface RunLog {
  onPrograms: NonNullable<Order['onPrograms']>;
  /** Sends the rest, within 3 s. Nothing is sent afterwards. */
  close(): Promise<void>;
}

/**
 * Starts the log of an attempt. A failure to send ends no attempt: while jobs is unavailable, the log waits, within the
 * bounds of its backlog. When jobs refuses it, nothing more is sent. Calls follow each other by a second, so a tool that
 * writes a lot costs jobs no more than 128 KiB a second.
 */
export function startRunLog(lease: Lease, requires: readonly Program[], deps: RunLogDeps): RunLog {
  const { jobId, attempt, leaseToken, traceparent } = lease;
  const backlog = createBacklog();
  const commands: RanCommand[] = [];
  let commandsLeftOut = 0;
  /** The place in the child's log up to which its text has arrived. */
  let arrived = 0;
  let ranChanged = false;
  let sending: Promise<void> | undefined;
  let refused = false;
  let closed = false;
  const closing = new AbortController();

  function take(kind: Parameters<RunLog['onPrograms']>[0], number: number, content: string): void {
    if (kind === 'log') addText(number, content);
    else if (kind === 'unlisted') commandsLeftOut = number;
    else addCommand(number, content);
  }

  function addText(startsAt: number, content: string): void {
    const bytes = Buffer.byteLength(content);
    if (startsAt < arrived || bytes === 0) return;
    backlog.add(shownText(content), startsAt - arrived);
    arrived = startsAt + bytes;
  }

  function addCommand(number: number, content: string): void {
    const command = readCommand(content);
    // Entries arrive in order; an entry without the ones before it is not from a sound child.
    if (!command || number > commands.length || number >= MAX_COMMANDS) return;
    commands[number] = { ...command, argv: command.argv.map((word) => shownLine(word)) };
    ranChanged = true;
  }

  const hasMore = () => !refused && (ranChanged || !backlog.isEmpty());

  function wake(): void {
    if (!closed && hasMore()) sending ??= sendOn().finally(() => (sending = undefined));
  }

  async function sendOn(): Promise<void> {
    while (hasMore()) {
      await sendOnce();
      if (!closed) await sleep(SEND_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function sendOnce(signal?: AbortSignal): Promise<void> {
    const part = backlog.take(PART_BYTES) ?? { startsAt: 0, text: '' };
    const withRan = ranChanged;
    ranChanged = false;
    const ran = withRan ? { programs: await versionsOf(), commands, commandsLeftOut } : undefined;
    while (!signal?.aborted) {
      try {
        await deps.leases.recordRun({ jobId, attempt, leaseToken, ...part, ran }, { traceparent, signal });
        return;
      } catch (error) {
        if (!gaveNoAnswer(error)) {
          refused = true;
          deps.log.debug({ err: error }, 'jobs takes no more of the log');
          return;
        }
        await sleep(SEND_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function versionsOf() {
    const names = [...new Set(commands.map(({ argv }) => argv[0]))];
    return Promise.all(
      names.map(async (name = '') => {
        const program = requires.find(({ command }) => command === name || command.endsWith(`/${name}`));
        return { name, version: program && (await deps.versionOf(program)) };
      }),
    );
  }

  return {
    onPrograms(kind, number, content) {
      take(kind, number, content);
      wake();
    },
    async close() {
      if (!sending && !hasMore()) return;
      closed = true;
      closing.abort();
      const late = AbortSignal.timeout(FLUSH_MS);
      await Promise.race([flush(late), sleep(FLUSH_MS, undefined, { ref: false })]);
      refused = true;
    },
  };

  async function flush(late: AbortSignal): Promise<void> {
    await sending;
    while (hasMore() && !late.aborted) await sendOnce(late);
  }
}
