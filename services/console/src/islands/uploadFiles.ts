/** Files that are sent at the same time. */
const AT_ONCE = 2;

interface Answer {
  files?: { name: string; id?: string; format?: string; problem?: string }[];
  message?: string;
}

/** Sends the files of the upload form one by one, each with its progress and its error. Files can be dropped anywhere on the page. */
export function uploadFiles(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-upload]');
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]');
  const list = form?.querySelector<HTMLElement>('.uploads');
  if (!form || !input || !list) return;
  form.querySelector('.drop-hint')?.removeAttribute('hidden');
  const waiting: (() => Promise<void>)[] = [];
  let active = 0;

  function goOn(): void {
    while (active < AT_ONCE && waiting.length > 0) {
      active++;
      waiting.shift()!().finally(() => {
        active--;
        goOn();
      });
    }
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const row = new Row(page, list!, file.name);
      // A repeat of the same file has the same key, so that a lost response leaves no second copy.
      const key = crypto.randomUUID();
      const start = () => {
        row.show('waiting');
        waiting.push(() => send(form!, file, key, row, start));
        goOn();
      };
      if (file.size > Number(form!.dataset.maxBytes)) row.fail('This file is larger than the limit.');
      else start();
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    add(input.files ?? []);
    input.value = '';
  });
  page.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  page.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) form.classList.remove('dropping');
  });
  page.addEventListener('drop', (event) => {
    form.classList.remove('dropping');
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  });
}

/** Only XMLHttpRequest reports how much of a request was sent. */
function send(form: HTMLFormElement, file: File, key: string, row: Row, again: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = new FormData();
  for (const field of new FormData(form)) if (typeof field[1] === 'string') body.append(field[0], field[1]);
  body.append('key', key);
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.setRequestHeader('accept', 'application/json');
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => row.progress(loaded / total));
  request.addEventListener('load', () => {
    const { files = [], message } = (request.response ?? {}) as Answer;
    const [stored] = files;
    if (stored?.id) row.done(`${form.dataset.page}${stored.id}`, stored.format ?? '');
    else row.fail(stored?.problem ?? message ?? 'The file was not stored.', again);
    resolve();
  });
  request.addEventListener('error', () => {
    row.fail('The network cannot be reached.', again);
    resolve();
  });
  request.send(body);
  return promise;
}

/** One file in the list of uploads. */
class Row {
  readonly #page: Document;
  readonly #item: HTMLElement;
  readonly #name: string;
  #bar: HTMLProgressElement | undefined;

  constructor(page: Document, list: HTMLElement, name: string) {
    this.#page = page;
    this.#name = name;
    this.#item = page.createElement('li');
    list.append(this.#item);
  }

  show(text: string): void {
    this.#bar = undefined;
    this.#item.replaceChildren(this.#text('span', this.#name), this.#text('small', text));
  }

  progress(part: number): void {
    this.#bar ??= this.#addBar();
    this.#bar.value = part;
  }

  done(href: string, format: string): void {
    const link = this.#text('a', this.#name) as HTMLAnchorElement;
    link.href = href;
    this.#item.replaceChildren(link, this.#text('small', `stored as ${format}`));
  }

  fail(message: string, again?: () => void): void {
    const problem = this.#text('span', message);
    problem.className = 'problem';
    this.#item.replaceChildren(this.#text('span', this.#name), problem);
    if (!again) return;
    const button = this.#text('button', 'Send again') as HTMLButtonElement;
    button.type = 'button';
    button.addEventListener('click', again);
    this.#item.append(button);
  }

  #addBar(): HTMLProgressElement {
    const bar = this.#page.createElement('progress');
    bar.max = 1;
    bar.ariaLabel = `Upload of ${this.#name}`;
    this.#item.replaceChildren(this.#text('span', this.#name), bar);
    return bar;
  }

  #text(tag: string, text: string): HTMLElement {
    const element = this.#page.createElement(tag);
    element.textContent = text;
    return element;
  }
}
