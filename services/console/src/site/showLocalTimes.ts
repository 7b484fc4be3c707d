const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Shows the times of a page in the reader's zone. */
export function showLocalTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    element.textContent = format.format(at);
    element.title = element.dateTime;
  }
}
