/** Moves the focus to the search when the reader presses `/`, except while typing. */
export function focusSearch(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const search = page.querySelector<HTMLInputElement>('input[type="search"][name="q"]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  );
}
