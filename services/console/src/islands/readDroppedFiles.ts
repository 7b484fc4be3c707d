/** Most bytes that are read into a box. Larger files are uploaded to the library. */
const MAX_BYTES = 400_000;

/** Lets the boxes of a form take a text file that is dropped on them. */
export function readDroppedFiles(page: Document): void {
  for (const box of page.querySelectorAll<HTMLTextAreaElement>('form.run textarea')) {
    box.addEventListener('dragover', (event) => event.preventDefault());
    box.addEventListener('drop', async (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      box.setCustomValidity(
        file.size > MAX_BYTES ? 'This file is large: upload it under Files, then choose it here.' : '',
      );
      if (!box.reportValidity()) return;
      box.value = await file.text();
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}
