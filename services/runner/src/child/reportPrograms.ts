import { hostname } from 'node:os';
import { basename } from 'node:path';
import { commandLine } from '@rotamer/formats/commandLine.ts';
import { cleanLines } from '@rotamer/tools/shared/native/cleanLines.ts';
import type { BegunRun, EndedRun, RunLog, Stream } from '@rotamer/tools/shared/native/programLog.ts';
import { createBacklog, type LogPart } from './backlog.ts';
import { createCommandList, type ListedCommand } from './commandList.ts';

/** Sends reports to the runner. */
export interface ReportPipe {
  log(part: LogPart): void;
  /** Sends an entry of the list of commands, which replaces an earlier one with the same number. */
  ran(number: number, command: ListedCommand): void;
  /** Sends how many commands the list lacks. */
  leftOut(commands: number): void;
  /** Bytes that the runner has not taken yet. */
  waiting(): number;
}

export interface ReportOptions {
  /** The streams that the tool's contract keeps; none: only commands are reported. */
  streams: readonly Stream[];
  /** Folders, and how paths below them are shown. Longer ones come first. */
  places: readonly (readonly [folder: string, shown: string])[];
  pipe: ReportPipe;
}

/** How often waiting reports are sent, in milliseconds. */
const SEND_EVERY_MS = 250;

/** What is sent at once, in bytes of the log, and then on average a second. The runner ends a tool that sends much more. */
const BURST_BYTES = 1024 * 1024;
const BYTES_PER_SECOND = 128 * 1024;

const FRAME_BYTES = 16 * 1024;

/** With more than this in its pipe, the runner is behind. */
const MAX_WAITING_BYTES = 256 * 1024;

/** After this pause of a program, its unfinished line is sent. */
const PAUSE_MS = 1_000;

/** The path of a tool's own script, which says where Rotamer is installed. */
const SCRIPT = /^\/(?:.*\/)?([^/]+\.py)$/;

/** Reports the programs of one job to the runner. */
export function reportPrograms({ streams, places, pipe }: ReportOptions) {
  const backlog = createBacklog();
  const commands = createCommandList();
  const open = new Set<{ cleaner: ReturnType<typeof cleanLines>; pushedAt: number }>();
  /** The cleaner that wrote an unfinished line. */
  let unfinished: object | undefined;
  /** The commands that the list lacks, as the runner knows. */
  let leftOut = 0;
  let tokens = BURST_BYTES;
  let filledAt = performance.now();
  const shown = placesHidden(places);
  const timer = setInterval(tick, SEND_EVERY_MS);
  timer.unref();

  function writeLine(text: string): void {
    if (unfinished) backlog.add('\n');
    unfinished = undefined;
    backlog.add(`${text}\n`);
  }

  function openStream() {
    const self = { cleaner: cleanLines(write), pushedAt: 0 };
    function write(text: string, isWhole: boolean): void {
      if (unfinished && unfinished !== self) backlog.add('\n');
      backlog.add(`${shown(text)}${isWhole ? '\n' : ''}`);
      unfinished = isWhole ? undefined : self;
    }
    open.add(self);
    return self;
  }

  function tick(): void {
    const now = performance.now();
    for (const { cleaner, pushedAt } of open) if (now - pushedAt >= PAUSE_MS) cleaner.flush();
    send(now);
  }

  function send(now: number): void {
    tokens = Math.min(BURST_BYTES, tokens + ((now - filledAt) / 1000) * BYTES_PER_SECOND);
    filledAt = now;
    while (tokens > 0 && pipe.waiting() < MAX_WAITING_BYTES && sendPart());
    for (const [number, command] of commands.takeChanged()) pipe.ran(number, command);
    if (commands.leftOut() > leftOut) {
      leftOut = commands.leftOut();
      pipe.leftOut(leftOut);
    }
  }

  function sendPart(): boolean {
    const part = backlog.take(FRAME_BYTES);
    if (!part) return false;
    tokens -= Buffer.byteLength(part.text);
    pipe.log(part);
    return true;
  }

  return {
    begin({ command, args }: BegunRun): RunLog {
      const argv = [basename(command), ...args.map((word) => shown(word.replace(SCRIPT, '$1')))];
      const ended = commands.begin(argv);
      if (streams.length > 0) writeLine(`$ ${commandLine(argv)}`);
      const kept = Object.fromEntries(streams.map((stream) => [stream, openStream()]));
      return {
        wrote(stream, bytes) {
          const to = kept[stream];
          if (!to) return;
          to.pushedAt = performance.now();
          to.cleaner.push(bytes);
        },
        ended(how) {
          ended(how);
          for (const one of Object.values(kept)) {
            one.cleaner.end();
            open.delete(one);
          }
          if (streams.length > 0) writeLine(`[${argv[0]} ${endOf(how)}]`);
        },
      };
    },
    /** Sends everything that waits, because the job has ended. */
    end(): void {
      clearInterval(timer);
      tokens = Number.POSITIVE_INFINITY;
      while (sendPart());
      send(performance.now());
    },
  };
}

function endOf({ code, signal, elapsedMs }: EndedRun): string {
  const seconds = `after ${(elapsedMs / 1000).toFixed(1)} s`;
  if (signal) return `was ended by ${signal} ${seconds}`;
  return code === 0 ? `ended ${seconds}` : `ended with exit code ${code} ${seconds}`;
}

/** Returns a function that shortens paths of the machine, which say nothing to a user, and removes its name. */
function placesHidden(places: ReportOptions['places']): (text: string) => string {
  const host = hostname();
  const isName = host.length > 4 && host !== 'localhost';
  return (text) => {
    let shown = text;
    for (const [folder, as] of places) shown = shown.replaceAll(folder, as);
    return isName ? shown.replaceAll(host, 'host') : shown;
  };
}
