const WORD = '[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?';
const KEY = `(?:[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?/)?${WORD}`;
const VALUE = `(?:${WORD})?`;

/** The format of a label's key: up to 63 letters, digits and `-_.`, after an optional prefix such as `lims.example.org/`. */
export const LABEL_KEY = `^${KEY}$`;

/** The format of a label's value, which may be empty. */
export const LABEL_VALUE = `^${VALUE}$`;

/** Most labels of a resource. */
export const MAX_LABELS = 16;

/** The format of several labels in one text: `key=value`, separated by commas. */
export const LABEL_LIST = `^${KEY}=${VALUE}(?:,${KEY}=${VALUE}){0,${MAX_LABELS - 1}}$`;
