/** Returns the public API's word for a value of a proto enum: `wordOf('ACCESS', 'ACCESS_EDIT')` is `edit`. */
export function wordOf<Word extends string>(prefix: string, value: string): Word {
  return statusOf(prefix, value).toLowerCase() as Word;
}

/** Returns the public API's name of a status, which stays in capitals. */
export function statusOf<Word extends string>(prefix: string, value: string): Word {
  return value.slice(prefix.length + 1) as Word;
}
