import type { JobLog, LogPart } from '@rotamer/proto/jobs/v1/jobs.ts';

/** Returns the line that stands for a gap in a log. */
function leftOut(bytes: number): string {
  return `\n[${bytes.toLocaleString('en')} bytes of the log are left out here]\n`;
}

/** Returns the text of parts that follow a place in a log, with a line for each gap. Text up to the place is cut off. */
export function textOf(parts: readonly LogPart[], after: number): { text: string; endsAt: number } {
  let text = '';
  let endsAt = after;
  for (const part of parts) {
    const bytes = Buffer.from(part.text);
    if (part.startsAt > endsAt) text += leftOut(part.startsAt - endsAt);
    text += bytes.subarray(Math.max(0, endsAt - part.startsAt)).toString();
    endsAt = Math.max(endsAt, part.startsAt + bytes.length);
  }
  return { text, endsAt };
}

/** Returns the line with which a log begins when the tool keeps none, or when its attempt is not the first one. */
export function headOf({ attempt, kept, tool }: Pick<JobLog, 'attempt' | 'kept' | 'tool'>): string {
  if (!kept) return `[The tool ${tool} keeps no log.]\n`;
  if (attempt <= 1) return '';
  return `[attempt ${attempt}: the job was tried again; the log of attempt ${attempt - 1} is kept separately]\n`;
}
