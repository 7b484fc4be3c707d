/** Returns a proto enum's value without its prefix, in capitals: `enumName('JOB_STATUS', 'JOB_STATUS_QUEUED')` is `QUEUED`. */
export function enumName<Name extends string>(prefix: string, value: string): Name {
  return (value.startsWith(`${prefix}_`) ? value.slice(prefix.length + 1) : value) as Name;
}

/** Returns the public API's word for a value of a proto enum: `enumWord('ACCESS', 'ACCESS_EDIT')` is `edit`. */
export function enumWord<Word extends string>(prefix: string, value: string): Word {
  return enumName(prefix, value).toLowerCase() as Word;
}
