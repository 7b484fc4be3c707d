/** Longest line of a log, in UTF-16 units. The rest of a longer line is left out. */
const MAX_LINE = 4_000;

/** A line that is redrawn, such as a progress bar, is written at most this often. */
const REDRAW_MS = 5_000;

/** Colours and other control sequences of terminals (ECMA-48: CSI, OSC and two-character sequences). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

/** Control characters, line and paragraph separators, and characters that reorder the text around them (Unicode UAX #9). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
const UNSHOWN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const MARKED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Returns whether lines have nothing to remove, replace or cut. */
function isPlain(lines: string): boolean {
  if (MARKED.test(lines)) return false;
  for (let from = 0; from < lines.length; ) {
    const to = lines.indexOf('\n', from);
    if (to - from > MAX_LINE) return false;
    from = to + 1;
  }
  return true;
}

/** Turns the bytes of one stream into lines of a log. */
export interface LineCleaner {
  push(bytes: Uint8Array): void;
  /** Writes what the unfinished line has so far, for a program that waits within a line. */
  flush(): void;
  /** Writes the last line, which may lack its end. */
  end(): void;
}

/**
 * Returns a cleaner that calls `write` with pieces of lines, and with `isWhole` at the end of each. Bytes that are not
 * UTF-8 become U+FFFD, control sequences of terminals are removed, and a backspace removes the character before it. A
 * line that is drawn again after a carriage return is written when it is finished, and every 5 s before.
 */
export function cleanLines(
  write: (text: string, isWhole: boolean) => void,
  now: () => number = () => performance.now(),
): LineCleaner {
  const decoder = new TextDecoder();
  /** The line so far, up to its maximum length. */
  let line = '';
  let leftOut = 0;
  /** UTF-16 units of the line that were written before it was finished. */
  let written = 0;
  /** What stood in the line before the carriage return at which it begins again. */
  let overwritten = '';
  let redrawnAt = Number.NEGATIVE_INFINITY;
  let afterReturn = false;

  function add(text: string): void {
    for (const part of text.split(/([\b])/)) {
      if (part === '\b') line = line.slice(0, -1);
      else {
        const room = Math.max(0, MAX_LINE - line.length);
        line += part.slice(0, room);
        leftOut += Math.max(0, part.length - room);
      }
    }
  }

  function shown(): string {
    const rest = leftOut > 0 ? ` [${leftOut} more characters left out]` : '';
    return `${line.replaceAll(ESCAPES, '').replaceAll(UNSHOWN, '\ufffd').toWellFormed()}${rest}`;
  }

  function finish(): void {
    if (line === '' && overwritten !== '') line = overwritten;
    const text = shown();
    write(text.slice(Math.min(written, text.length)), true);
    reset();
    overwritten = '';
  }

  function redraw(): void {
    if (line === '') return;
    if (now() - redrawnAt >= REDRAW_MS || written > 0) {
      redrawnAt = now();
      write(shown().slice(written), true);
      overwritten = '';
    } else overwritten = line;
    reset();
  }

  function reset(): void {
    line = '';
    leftOut = 0;
    written = 0;
  }

  function take(text: string): void {
    const end = text.lastIndexOf('\n') + 1;
    const whole = `${line}${text.slice(0, end)}`;
    // Most text is plain, and a flood of short lines must not cost the time of many small ones.
    if (end > 0 && !afterReturn && written === 0 && overwritten === '' && leftOut === 0 && isPlain(whole)) {
      line = '';
      write(whole.slice(0, -1).toWellFormed(), true);
      takeParts(text.slice(end));
    } else takeParts(text);
  }

  function takeParts(text: string): void {
    for (const part of text.split(/(\r|\n)/)) {
      if (part === '\n') {
        finish();
        afterReturn = false;
      } else if (part === '\r') afterReturn = true;
      else if (part !== '') {
        if (afterReturn) redraw();
        afterReturn = false;
        add(part);
      }
    }
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    flush() {
      const text = shown();
      if (afterReturn || leftOut > 0 || text.length <= written) return;
      write(text.slice(written), false);
      written = text.length;
    },
    end() {
      take(decoder.decode());
      if (line !== '' || overwritten !== '' || written > 0) finish();
    },
  };
}
