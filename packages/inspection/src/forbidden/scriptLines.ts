/** Patterns found only in JavaScript and its dialects. */
const own = oneOf([
  /^import\b.*\bfrom\s*['"]/,
  /^import\s*\(?['"]/,
  /^export\s+(default|const|let|function|class|async|interface|type|enum|\{|\*)/,
  /\brequire\(['"]/,
  /^(module\.)?exports\b.*=/,
  /^['"]use strict['"]/,
  /[!=]==[^=]/,
  /\bconsole\.(log|error|warn|info|debug)\(/,
  /\b(document|localStorage|navigator|globalThis|window\.(location|top|parent))\.\w+/,
  /\b(alert|eval|setTimeout|setInterval|fetch|addEventListener)\(/,
  /\basync\s+(function|\()/,
  /^(async )?function\b[^(]{0,80}\([^)]*\)[^{]{0,80}\{/,
]);

/** Patterns shared with other languages. */
const shared = oneOf([
  /^(const|let|var)\s+[\w${[][^=]*=/,
  /=>/,
  /^\}\)*;?$/,
  /\bnew [A-Z]\w*\(/,
  /^return\b.*;$/,
  /\bthis\.\w+/,
]);

function oneOf(forms: RegExp[]): RegExp {
  return new RegExp(forms.map((form) => `(?:${form.source})`).join('|'));
}

/** Counts lines that look like JavaScript, for texts that a parser cannot decide: TypeScript, JSX, very long files. */
export class ScriptLines {
  #lines = 0;
  #own = 0;
  #shared = 0;

  add(line: string): void {
    const text = line.trim().slice(0, 300);
    if (text === '') return;
    this.#lines++;
    if (own.test(text)) this.#own++;
    else if (shared.test(text)) this.#shared++;
  }

  /** Returns whether most of the text is a program. Prose that mentions code has few such lines. */
  isProgram(): boolean {
    const hits = this.#own + this.#shared;
    return this.#own >= 1 && hits >= 2 && hits >= 0.3 * this.#lines;
  }

  /** Returns whether a line is only possible in JavaScript; for texts whose opening parses. */
  hasAny(): boolean {
    return this.#own > 0;
  }
}
