/** Control characters, what turns the direction of text or is invisible, and halves of characters; not joiners, which scripts need. */
const hostile = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text in which nothing steers a terminal: such characters are written as `\u001b`, which is also valid in JSON. Lines
 * stay. Everything that the program prints passes here.
 */
export function visible(text: string): string {
  return text.replace(hostile, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A value of a server or of a file for one line of text: it cannot begin another one. */
export function oneLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return visible(text.replace(/\r\n|[\r\n\t]/g, ' '));
}

/** A template whose values stay within its lines: words`Deleted ${id}.\n`. */
export function words(texts: TemplateStringsArray, ...values: unknown[]): string {
  return texts.reduce((text, next, i) => `${text}${oneLine(values[i - 1])}${next}`);
}
