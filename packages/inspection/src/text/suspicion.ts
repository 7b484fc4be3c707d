import { forbidden } from '../extensions.ts';
import { markupAtLine, markupAtStart, markupBehindMarks } from '../forbidden/markup.ts';
import { readScript } from '../forbidden/script.ts';
import { ScriptLines } from '../forbidden/scriptLines.ts';
import { isStyleSheet } from '../forbidden/styles.ts';
import type { Refusal } from '../inspection.ts';
import { BACKTICK, LESS, TILDE } from './characters.ts';
import { fromUtf8 } from './encoding.ts';
import type { Opening } from './opening.ts';
import { isBlank } from './textFormat.ts';

interface Reading {
  isUtf8: boolean;
  proven: boolean;
  format: string;
}

/** The first lines are always checked as code: a molfile starts with three arbitrary lines. */
const FIRST_LINES = 1000;

/** Collects evidence for a forbidden format as the lines are read, and decides at the end. */
export class Suspicion {
  #markup: Refusal | undefined;
  #scriptLines = new ScriptLines();
  #lines = 0;
  #filled = 0;
  #inFence = false;

  /** `mayBeProven`: the lines so far follow the grammar of a scientific format and need not be checked as code. */
  addLine(line: string, kinds: number, mayBeProven: boolean): void {
    this.#lines++;
    if (isBlank(line, kinds)) return;
    this.#filled++;
    // Markdown quotes other languages in fenced blocks.
    if (kinds & (BACKTICK | TILDE) && /^\s*(```|~~~)/.test(line)) this.#inFence = !this.#inFence;
    if (this.#inFence) return;
    if (kinds & LESS) this.#markup ??= markupAtLine(line, this.#lines);
    if (!mayBeProven || this.#filled <= FIRST_LINES) this.#scriptLines.add(line);
  }

  judge(opening: Opening, { isUtf8, proven, format }: Reading): Refusal | undefined {
    const markup = markupAtStart(opening.text) ?? markupBehindMarks(opening.start);
    if (markup || format === 'JSON') return markup;
    const script = this.#scriptIn(opening, isUtf8, proven, format);
    if (script || proven) return script;
    if (this.#markup) return this.#markup;
    return isStyleSheet(opening.text) ? forbidden('CSS', 'the content consists of style rules') : undefined;
  }

  #scriptIn(opening: Opening, isUtf8: boolean, proven: boolean, format: string): Refusal | undefined {
    if (proven && format === 'SMILES') return undefined;
    const text = isUtf8 ? fromUtf8(opening.text) : opening.text;
    const reading = readScript(text, !opening.cut);
    const isTable = format === 'CSV' || format === 'TSV';
    // R has dots in names, and its arrow is two operators in JavaScript.
    const isR = /^[ \t]*[\w.]+[ \t]*<-[ \t]/m.test(text);
    if (reading === 'yes' || (reading === 'calls' && !isTable && !isR))
      return forbidden('JavaScript', 'the content is a valid program');
    if (proven) return undefined;
    const afterComments = new ScriptLines();
    for (const line of withoutFences(text).split(/[\r\n]+/)) afterComments.add(line);
    if (
      this.#scriptLines.isProgram() ||
      afterComments.isProgram() ||
      (reading === 'possible' && this.#scriptLines.hasAny())
    )
      return forbidden('JavaScript', 'most lines are program code');
    return undefined;
  }
}

function withoutFences(text: string): string {
  return text.replace(/```[\s\S]*?(```|$)/g, '');
}
