import type { Io, Output, RawIo, RawOutput } from '../io.ts';
import { visible, visibleDocument } from './visible.ts';

/** Passes only visible characters, line breaks and the program's own control sequences to the terminal. */
export function guard(io: RawIo): Io {
  return {
    ...io,
    out: guarded(io.out),
    err: guarded(io.err),
    ask: (question, options) => io.ask(visible(question), options),
  };
}

function guarded(output: RawOutput): Output {
  return {
    write: (text) => output.write(visible(text)),
    writeDocument: (part) => output.write(visibleDocument(part)),
    control: (sequence) => output.write(sequence),
    isTerminal: output.isTerminal,
    get columns() {
      return output.columns;
    },
  };
}
