/** Ten times as many values as the largest settings of a real tool have. */
const MAX_VALUES = 1_000;
const MAX_DEPTH = 16;
const MAX_CHARACTERS = 65_536;

/**
 * Returns why settings must not be validated; undefined when they may be. `uniqueItems` compares all items of an array
 * with each other, which takes quadratic time.
 */
export function unfitSettings(settings: unknown): string | undefined {
  const left = [{ value: settings, depth: 0 }];
  let values = 1;
  let characters = 0;
  for (let node = left.pop(); node; node = left.pop()) {
    const { value, depth } = node;
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      values += keys.length;
      if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values`;
      if (depth === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
      if (!Array.isArray(value)) for (const key of keys) characters += key.length;
      for (const inner of Object.values(value)) left.push({ value: inner, depth: depth + 1 });
    }
    if (characters > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  }
  return undefined;
}
