/** Control characters, invisible characters, text direction marks and lone surrogates; not joiners, which scripts need. */
const hostile = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text without characters that control a terminal. Such characters are written as `\u001b`, which is also valid in JSON.
 * Line breaks stay. All output of the program passes through this function.
 */
export function visible(text: string): string {
  return text.replace(hostile, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/**
 * Returns a part of a document, such as CSV or a log, for the output. Tabs stay, and `\r\n` becomes `\n`, also where a part ends between
 * the two.
 */
export function visibleDocument(part: string): string {
  const lines = part.replace(/\r(?=\n|$)/g, '');
  return lines.split('\t').map(visible).join('\t');
}

/** Returns a value from a server or a file as text for one line: it cannot begin another line. */
export function oneLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return visible(text.replace(/\r\n|[\r\n\t]/g, ' '));
}

/** A template whose values cannot begin another line: words`Deleted ${id}.\n`. */
export function words(texts: TemplateStringsArray, ...values: unknown[]): string {
  return texts.reduce((text, next, i) => `${text}${oneLine(values[i - 1])}${next}`);
}
