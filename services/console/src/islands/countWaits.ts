/** Shows in the bell how many runs, batches and budgets wait for the reader. Without this script the bell leads to the list. */
export function countWaits(page: Document): void {
  const bell = page.querySelector<HTMLAnchorElement>('a[data-waits]');
  if (!bell) return;

  async function show(): Promise<void> {
    try {
      const response = await fetch(bell!.dataset.waits!, { headers: { accept: 'application/json' } });
      if (!response.ok) return;
      const { count, more } = (await response.json()) as { count: number; more: boolean };
      bell!.querySelector('.count')!.textContent = count > 0 ? `${count}${more ? '+' : ''}` : '';
      bell!.ariaLabel = count > 0 ? `Waits for you: ${count}${more ? ' or more' : ''}` : 'Nothing waits for you';
    } catch {
      // The network cannot be reached: the last count stays.
    }
  }

  show();
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') show();
  });
}
