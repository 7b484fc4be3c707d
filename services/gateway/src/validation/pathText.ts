const PLAIN = /^[A-Za-z_$][\w$-]*$/;

/** Longer keys are cut: a path names a place, it does not repeat a body. */
const MAX_KEY = 80;

/** A place in a body as its author writes it: `input.inputs[0].slotId`; `body` for the whole. */
export function pathText(keys: (string | number)[]): string {
  let text = '';
  for (const key of keys) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (!PLAIN.test(key) || key.length > MAX_KEY)
      text += `[${JSON.stringify(key.slice(0, MAX_KEY).toWellFormed())}]`;
    else text += text === '' ? key : `.${key}`;
  }
  return text === '' ? 'body' : text;
}
