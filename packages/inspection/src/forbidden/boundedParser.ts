import { Parser } from 'acorn';

/** Deeper code ends the parser with a RangeError, as acorn's own recursion limit does. */
const MAX_DEPTH = 200;

/** Methods of acorn that plugins may override, but that its types do not declare. */
type Overridable = new () => {
  parseStatement(...args: unknown[]): unknown;
  parseMaybeAssign(...args: unknown[]): unknown;
};

/**
 * Acorn's parser, limited to time proportional to the length of the text. Nesting is limited. Checks for which acorn takes
 * quadratic time or more are left out: names that are declared twice, and groups with the same name in a regular expression.
 */
export const BoundedParser = Parser.extend((Base) => {
  class Bounded extends (Base as unknown as Overridable) {
    #depth = 0;

    #deeper<T>(parse: () => T): T {
      if (++this.#depth > MAX_DEPTH) throw new RangeError('nested too deep');
      const parsed = parse();
      this.#depth--;
      return parsed;
    }

    override parseStatement(...args: unknown[]) {
      return this.#deeper(() => super.parseStatement(...args));
    }

    override parseMaybeAssign(...args: unknown[]) {
      return this.#deeper(() => super.parseMaybeAssign(...args));
    }

    /** Validates a pattern with the JavaScript engine, which takes milliseconds for patterns for which acorn takes hours. */
    validateRegExpPattern(state: { source: string; flags: string; raise(message: string): never }) {
      try {
        new RegExp(state.source, state.flags);
      } catch {
        state.raise('Invalid pattern');
      }
    }

    declareName() {}

    checkLocalExport() {}
  }
  return Bounded as unknown as typeof Parser;
});
