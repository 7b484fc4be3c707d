/** The viewers, by the name in `data-viewer`. Each is loaded when the reader comes near the first one of its kind. */
const viewers: Record<string, () => Promise<(element: HTMLElement) => Promise<void>>> = {
  table: async () => (await import('./table/tableViewer.ts')).showTable,
};

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void show(target as HTMLElement);
  },
  { rootMargin: '25% 0%' },
);

async function show(element: HTMLElement): Promise<void> {
  seen.unobserve(element);
  const load = viewers[element.dataset.viewer ?? ''];
  if (!load) return;
  const viewer = await load();
  await viewer(element);
  element.dataset.ready = '';
}

for (const element of document.querySelectorAll('[data-viewer]')) seen.observe(element);
