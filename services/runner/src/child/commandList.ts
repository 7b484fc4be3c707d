import type { EndedRun } from '@rotamer/tools/shared/native/programLog.ts';

/** A command line that ran once or more often. */
export interface ListedCommand {
  argv: string[];
  runs: number;
  /** Of the last run; undefined while it runs, and when a signal ended it. */
  exitCode?: number;
  elapsedMs: number;
}

/** The most command lines of a job that are listed: the first ones. Equal lines count once. */
export const MAX_COMMANDS = 100;

/** The most characters of one command line. */
export const MAX_COMMAND_LENGTH = 1_000;

/** Collects the command lines of a job, in the order of their first runs. */
export function createCommandList() {
  const numbers = new Map<string, number>();
  const commands: ListedCommand[] = [];
  const changed = new Set<number>();
  let leftOut = 0;

  function entryOf(argv: string[]): number | undefined {
    const key = JSON.stringify(argv);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (commands.length === MAX_COMMANDS) return undefined;
    numbers.set(key, commands.length);
    return commands.push({ argv, runs: 0, elapsedMs: 0 }) - 1;
  }

  return {
    /** Adds a run. Returns what to call when it has ended. */
    begin(argv: string[]): (how: EndedRun) => void {
      const number = entryOf(shortened(argv));
      if (number === undefined) {
        leftOut++;
        return () => {};
      }
      const command = commands[number]!;
      command.runs++;
      changed.add(number);
      return ({ code, elapsedMs }) => {
        command.exitCode = code ?? undefined;
        command.elapsedMs += Math.round(elapsedMs);
        changed.add(number);
      };
    },
    /** Returns the numbers and entries that are new or have changed since the last call. */
    takeChanged(): [number, ListedCommand][] {
      const taken = [...changed].map((number): [number, ListedCommand] => [number, commands[number]!]);
      changed.clear();
      return taken;
    },
    /** Returns how many runs the list lacks. */
    leftOut: () => leftOut,
  };
}

function shortened(argv: string[]): string[] {
  let length = 0;
  const tooLong = argv.findIndex((word) => {
    length += word.length + 1;
    return length > MAX_COMMAND_LENGTH;
  });
  if (tooLong < 0) return argv;
  const kept = Math.max(1, tooLong);
  return [
    ...argv.slice(0, kept).map((word) => word.slice(0, MAX_COMMAND_LENGTH)),
    `[${argv.length - kept} more arguments left out]`,
  ];
}
