/** Ten times what the largest settings of a real tool have. */
const MAX_VALUES = 1_000;
const MAX_DEPTH = 16;
const MAX_CHARACTERS = 65_536;

/**
 * Why settings must not be validated: comparing the items of an array with each other, as `uniqueItems` requires, takes
 * quadratic time. Undefined when they may be.
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
