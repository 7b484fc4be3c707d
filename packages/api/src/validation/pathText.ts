const PLAIN = /^[A-Za-z_$][\w$-]*$/;

/** Longer keys are truncated, because a path must not repeat a large body. */
const MAX_KEY = 80;

/** Longer paths are truncated. */
const MAX_PATH = 500;

/** Returns a path in a body as callers write it: `input.inputs[0].slotId`; `body` for the whole body. */
export function pathText(keys: (string | number)[]): string {
  let text = '';
  for (const key of keys) {
    if (text.length > MAX_PATH) return `${text}…`;
    if (typeof key === 'number') text += `[${key}]`;
    else if (!PLAIN.test(key) || key.length > MAX_KEY)
      text += `[${JSON.stringify(key.slice(0, MAX_KEY).toWellFormed())}]`;
    else text += text === '' ? key : `.${key}`;
  }
  return text === '' ? 'body' : text;
}
