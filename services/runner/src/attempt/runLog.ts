import { setTimeout as sleep } from 'node:timers/promises';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import { RanCommand, type RanPrograms } from '@rotamer/proto/jobs/v1/job.ts';
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

/** Most bytes of all command lines. Jobs takes 128 KiB, with the programs and their versions. */
const COMMANDS_BYTES = 96 * 1024;

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
  /** Sends the rest within this time, by default 3 s. Nothing is sent afterwards. */
  close(withinMs?: number): Promise<void>;
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
  const closing = new AbortController();
  /** Aborted when nothing more is sent: jobs refused the log, or it is closed. */
  const over = new AbortController();

  function take(kind: Parameters<RunLog['onPrograms']>[0], number: number, content: string): void {
    if (kind === 'log') addText(number, content);
    else if (kind === 'unlisted') {
      commandsLeftOut = number;
      ranChanged = true;
    } else addCommand(number, content);
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

  const hasMore = () => !over.signal.aborted && (ranChanged || !backlog.isEmpty());

  function wake(): void {
    if (!closing.signal.aborted && hasMore()) sending ??= sendOn().finally(() => (sending = undefined));
  }

  async function sendOn(): Promise<void> {
    while (hasMore()) {
      await sendOnce();
      await sleep(SEND_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function sendOnce(): Promise<void> {
    const { signal } = over;
    const part = backlog.take(PART_BYTES) ?? { startsAt: 0, text: '' };
    const withRan = ranChanged;
    ranChanged = false;
    const ran = withRan ? await ranSoFar() : undefined;
    while (!signal.aborted) {
      try {
        await deps.leases.recordRun({ jobId, attempt, leaseToken, ...part, ran }, { traceparent, signal });
        return;
      } catch (error) {
        if (!gaveNoAnswer(error)) {
          over.abort();
          deps.log.debug({ err: error }, 'jobs takes no more of the log');
          return;
        }
        await sleep(SEND_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Returns the programs and the first command lines, as many as jobs takes. */
  async function ranSoFar(): Promise<RanPrograms> {
    let bytes = 0;
    const first = commands.findIndex((command) => {
      bytes += RanCommand.encode(command).finish().length;
      return bytes > COMMANDS_BYTES;
    });
    const listed = first < 0 ? commands : commands.slice(0, first);
    const unlisted = commands.slice(listed.length).reduce((sum, { runs }) => sum + runs, 0);
    return { programs: await versionsOf(listed), commands: listed, commandsLeftOut: commandsLeftOut + unlisted };
  }

  async function versionsOf(listed: RanCommand[]) {
    const names = [...new Set(listed.map(({ argv }) => argv[0]))];
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
    async close(withinMs = FLUSH_MS) {
      closing.abort();
      if (withinMs > 0 && (sending || hasMore()))
        await Promise.race([flush(), sleep(withinMs, undefined, { ref: false })]);
      over.abort();
    },
  };

  async function flush(): Promise<void> {
    await sending;
    while (hasMore()) await sendOnce();
  }
}
