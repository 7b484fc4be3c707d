/** A moment. Without scripts it is shown in UTC; the script of the page shows it in the reader's zone. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 16).replace('T', ' ')} UTC`}</time>;
}
