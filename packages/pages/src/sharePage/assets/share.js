// Runs in the browser and adds what HTML cannot show by itself. The viewers are loaded only when they are needed.

await addViewers();
// The page shows its main part again when its job has ended.
document.addEventListener('refreshed', addViewers);

async function addViewers() {
  const molecules = document.querySelectorAll('[data-smiles]');
  if (molecules.length > 0) {
    const { depict } = await import('./depict.js');
    depict(molecules);
  }
  if (document.querySelector('[data-viewer]')) await import('./viewers.js');
}
