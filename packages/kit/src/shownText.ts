// C0 except tab and newline; DEL; C1; and characters that reorder the text around them (Unicode UAX #9: embeddings, overrides, isolates).
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
const UNSHOWN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a text of a user or a tool as it is stored and shown to others: at most `max` UTF-16 units. Each control
 * character, bidirectional override and unpaired surrogate becomes U+FFFD: terminals would execute control sequences, and
 * PostgreSQL refuses NUL. Tabs and newlines stay.
 */
export function shownText(text: string, max = Number.POSITIVE_INFINITY): string {
  return text.slice(0, max).replaceAll('\r\n', '\n').replaceAll(UNSHOWN, '\ufffd').toWellFormed();
}

/** Like `shownText`, for a name or a label, which is one line: tabs and newlines become spaces. */
export function shownLine(text: string, max?: number): string {
  return shownText(text, max).replaceAll(/[\t\n]/g, ' ');
}
