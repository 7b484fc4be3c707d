import { NEEDED } from './table/shownTables.ts';

/** The viewers, by the name in `data-viewer`. Each is loaded when the reader comes near the first one of its kind. */
const viewers: Record<string, () => Promise<(element: HTMLElement) => Promise<void>>> = {
  table: async () => (await import('./table/tableViewer.ts')).showTable,
  alignment: async () => (await import('./alignment/alignmentViewer.ts')).showAlignment,
  tree: async () => (await import('./tree/treeViewer.ts')).showTree,
  scene: async () => (await import('./scene/sceneViewer.ts')).showScene,
};

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) void show(target as HTMLElement);
  },
  { rootMargin: '25% 0%' },
);

const begun = new WeakSet<HTMLElement>();

async function show(element: HTMLElement): Promise<void> {
  seen.unobserve(element);
  if (begun.has(element)) return;
  begun.add(element);
  const load = viewers[element.dataset.viewer ?? ''];
  if (!load) return;
  const viewer = await load();
  await viewer(element);
  element.dataset.ready = '';
}

// A scene needs the rows of its table, also when the table is far below it.
document.addEventListener(NEEDED, ({ target }) => void show(target as HTMLElement));
watchViewers();
// The page shows its main part again when its job has ended.
document.addEventListener('refreshed', watchViewers);

function watchViewers(): void {
  for (const element of document.querySelectorAll('[data-viewer]')) seen.observe(element);
}
