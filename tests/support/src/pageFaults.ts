import type { Page } from 'playwright-core';
import { findBarriers } from './axe.ts';
import { waitUntil } from './browser.ts';

/** Most presses of Tab on one page: a long table has hundreds of links. */
const MAX_TABS = 80;

/** What the page records of each element that Tab reaches. */
interface Stop {
  name: string;
  /** Whether the element comes after the one before in the document. */
  isLater: boolean;
  /** Whether the focus can be seen: an outline, a shadow or another border or background. */
  isVisible: boolean;
}

/** Lets the next Tab lead to the first element of the page. Runs in the page. */
const toStart = `(() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
})()`;

/** Records the elements that get the focus, and which elements there are to reach. Runs in the page. */
const record = `(() => {
  const wanted = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0 && !e.closest('[inert]');
  const group = (e) => e.type === 'radio' && e.name ? document.getElementsByName(e.name)[0] : e;
  const nameOf = (e) => e.outerHTML.slice(0, 120);
  const look = (e) => ['outline', 'boxShadow', 'borderColor', 'backgroundColor'].map((one) => getComputedStyle(e)[one]).join(' ');
  const all = [...document.querySelectorAll(wanted)].filter(isShown);
  const before = new Map(all.map((e) => [e, look(e)]));
  const stops = [], reached = new Set();
  let last;
  const listener = ({ target }) => {
    const style = getComputedStyle(target);
    const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    stops.push({
      name: nameOf(target),
      isLater: !last || Boolean(last.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING),
      isVisible: hasOutline || look(target) !== before.get(target),
    });
    last = target;
    reached.add(group(target));
  };
  document.addEventListener('focusin', listener);
  window.recorded = () => {
    document.removeEventListener('focusin', listener);
    return { stops, missed: all.filter((e) => !reached.has(group(e))).map(nameOf) };
  };
  // A date has stops for month, day, year and calendar.
  const dates = all.filter((e) => e.type === 'date').length;
  return new Set(all.map(group)).size + 3 * dates;
})()`;

/** Returns what is wrong when one walks over a page with Tab: hidden focus, another order than the text, or actions out of reach. */
export async function tabFaults(page: Page): Promise<string[]> {
  await page.evaluate(toStart);
  const expected = (await page.evaluate(record)) as number;
  const presses = Math.min(expected, MAX_TABS);
  for (let i = 0; i < presses; i++) await page.keyboard.press('Tab');
  const { stops, missed } = (await page.evaluate('recorded()')) as { stops: Stop[]; missed: string[] };
  return [
    ...stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `no visible focus: ${name}`),
    ...stops.filter(({ isLater }) => !isLater).map(({ name }) => `out of order: ${name}`),
    ...(expected > MAX_TABS ? [] : missed.map((name) => `not reached by Tab: ${name}`)),
  ];
}

/** Returns what is wrong with the skip link of a page: it is the first stop, and leads to the content. */
export async function skipLinkFaults(page: Page): Promise<string[]> {
  await page.evaluate(toStart);
  await page.keyboard.press('Tab');
  const href = await page.evaluate("document.activeElement.getAttribute('href')");
  if (!String(href).startsWith('#')) return [`the first stop is not a skip link: ${href}`];
  await page.keyboard.press('Enter');
  const isInMain = waitUntil(page, "document.activeElement === document.querySelector('main')");
  return isInMain.then(
    () => [],
    () => ['the skip link does not lead to the content'],
  );
}

/** Returns what is wrong with a page at its present width and theme. */
export async function pageFaults(page: Page, width: number): Promise<string[]> {
  const faults = [...(await findBarriers(page)), ...(await sidewaysFaults(page, width))];
  if ((await page.content()).includes('rot_live_')) faults.push('contains an API key');
  const headings = await page.locator('h1').count();
  if (headings !== 1) faults.push(`${headings} elements h1`);
  return faults;
}

/** Says whether a page is wider than its window. */
export async function sidewaysFaults(page: Page, width: number): Promise<string[]> {
  const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
  return scrollWidth === width ? [] : [`scrolls sideways: ${scrollWidth} px wide`];
}
