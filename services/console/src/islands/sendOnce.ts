import type { Price } from '../tools/PricePanel.tsx';
import { forget } from './keepForm.ts';

interface Answer {
  location?: string;
  price?: Price;
  message?: string;
  sign_in?: string;
}

/**
 * Sends the form of a tool without leaving the page, so that a broken connection loses nothing. The form has one submission id, and
 * the API makes one job of it, however often it arrives.
 */
export async function sendOnce(
  form: HTMLFormElement,
  run: HTMLButtonElement,
  show: (price: Price) => void,
): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const body = new URLSearchParams([...new FormData(form, run)].map(([name, value]) => [name, String(value)]));
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    const { location, price, message, sign_in: signIn } = (await response.json()) as Answer;
    if (location) {
      forget(window.location.pathname);
      window.location.assign(location);
    } else if (signIn) window.location.assign(signIn);
    else show(price ?? { problems: [], lost: message ?? 'Something went wrong. Press Run again.' });
  } catch {
    show({
      problems: [],
      lost: 'The connection was lost. Nothing is lost here: press Run again. However often you do, one job is made.',
    });
  } finally {
    form.ariaBusy = null;
  }
}
