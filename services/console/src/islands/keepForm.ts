/** Fields that belong to one page: the token of the session's forms, and the button. */
const notKept = ['token', 'do'];

const PREFIX = 'form ';

/**
 * Keeps what is typed into the form of a tool in this tab, until the form was sent. So it survives an expired session, a broken
 * connection and a closed page. The id of the submission is kept too: sent again, the form makes no second job.
 */
export function keepForm(page: Document, store: Storage = sessionStorage): void {
  const form = page.querySelector<HTMLFormElement>('form[data-keep]');
  if (!form) return;
  const { pathname, search } = page.location;
  const key = PREFIX + pathname;
  // A form that was just sent has newer content than what was kept.
  if (form.dataset.keep === 'sent') store.removeItem(key);
  const kept = search === '' ? read(store, key) : undefined;
  if (kept) {
    restore(form, kept);
    form.before(notice(page, () => forget(pathname, store)));
  }
  form.addEventListener('input', () => {
    const fields = [...new FormData(form)].filter(([name]) => !notKept.includes(name));
    try {
      store.setItem(key, JSON.stringify(fields));
    } catch {
      // The text is larger than the browser keeps.
    }
  });
}

/** Forgets the form of a page, because it was sent. */
export function forget(pathname: string, store: Storage = sessionStorage): void {
  store.removeItem(PREFIX + pathname);
}

function read(store: Storage, key: string): [string, string][] | undefined {
  const text = store.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as [string, string][]);
}

function restore(form: HTMLFormElement, fields: [string, string][]): void {
  const byName = Map.groupBy(fields, ([name]) => name);
  for (const [name, pairs] of byName) {
    const values = pairs.map(([, value]) => value);
    let controls = controlsOf(form, name);
    // A form of a newer release may lack the slot.
    while (name.startsWith('slot.') && controls.length < values.length && addBox(controls.at(-1)))
      controls = controlsOf(form, name);
    controls.forEach((control, n) => {
      if (control instanceof HTMLSelectElement && control.multiple)
        for (const option of control.options) option.selected = values.includes(option.value);
      else if (values[n] !== undefined) control.value = values[n];
    });
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement, name: string): Control[] {
  return [...form.querySelectorAll<Control>(`[name="${CSS.escape(name)}"]`)];
}

/** Adds another box of a slot, as the server does on request. Returns false when there is no box to copy. */
function addBox(last: Control | undefined): boolean {
  const box = last?.closest('.box');
  if (!box) return false;
  const copy = box.cloneNode(true) as HTMLElement;
  for (const control of copy.querySelectorAll('[id]'))
    control.id = control.id.replace(/\d+$/, (n) => String(Number(n) + 1));
  box.after(copy);
  return true;
}

function notice(page: Document, drop: () => void): HTMLElement {
  const line = page.createElement('p');
  line.className = 'notice';
  line.role = 'status';
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Start again';
  button.addEventListener('click', () => {
    drop();
    page.location.reload();
  });
  line.append('What you typed here before was restored. ', button);
  return line;
}
