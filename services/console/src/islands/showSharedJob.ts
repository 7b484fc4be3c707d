import { refreshMain, replaceContent } from '../site/replaceContent.ts';

/** How often the page of a shared job that has not ended is read again, in milliseconds. */
const EVERY_MS = 10_000;

/**
 * Shows the progress of a shared job, whose readers have no event stream. When the job has ended, its results are
 * shown. A page that nobody looks at is not read.
 */
export function showSharedJob(page: Document): void {
  const shown = page.querySelector<HTMLElement>('[data-live]');
  if (!shown) return;
  const timer = setInterval(async () => {
    if (page.visibilityState !== 'visible') return;
    try {
      const response = await fetch(location.href);
      if (!response.ok) return;
      const live = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-live]');
      if (!live) {
        clearInterval(timer);
        return refreshMain();
      }
      await replaceContent(shown, live);
    } catch {
      // The network cannot be reached: the last state stays.
    }
  }, EVERY_MS);
}
