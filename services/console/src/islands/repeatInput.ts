/**
 * Tells the scripts of each form what was filled in before they ran: by a quick reader, by a browser that restores a page, or from
 * what was kept. No event says so.
 */
export function repeatInput(page: Document): void {
  for (const form of page.forms) if ([...form.elements].some(isChanged)) form.dispatchEvent(new Event('input'));
}

/** Returns whether a control has another value than the server gave it. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement)
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLSelectElement)) return false;
  const options = [...control.options];
  const isGiven = options.some(({ defaultSelected }) => defaultSelected) || control.multiple;
  return options.some(({ selected, defaultSelected }, n) => selected !== (isGiven ? defaultSelected : n === 0));
}
