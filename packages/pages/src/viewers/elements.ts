/** Children of an element: text is inserted as text, never as HTML. */
type Child = Node | string;

/** Makes an element with attributes and children. An attribute that is undefined or false is left out; true has no value. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children);
  return element;
}

/** Makes a button that does not send a form. */
export function button(label: string, onClick: () => void, attributes: Record<string, string | undefined> = {}) {
  const made = make('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/** Returns a number with groups of three digits. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}

/** Offers a text to the reader as a download. */
export function save(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = make('a', { href: url, download: name });
  link.click();
  // The download has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text, and says so in `status`. Without the right to do so, the text is selected in a box from which it can be copied. */
export async function copy(text: string, status: HTMLElement, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = said;
  } catch {
    const box = make('textarea', { readonly: true, 'aria-label': 'Text to copy', rows: 4 }, text);
    status.replaceChildren('Copy it from here: ', box);
    box.select();
  }
}
