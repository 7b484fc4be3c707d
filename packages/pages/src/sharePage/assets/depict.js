// Draws molecules in 2D above their SMILES when they become visible, because a table may have hundreds.

import { Molecule } from './openchemlib.js';

const WIDTH = 220;
const HEIGHT = 150;

export function depict(cells) {
  const drawVisible = (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      draw(target);
    }
  };
  // One screen ahead of the visible part.
  const seen = new IntersectionObserver(drawVisible, { rootMargin: '100% 0%' });
  for (const cell of cells) seen.observe(cell);
}

/** Draws as an image, to isolate the styles of the drawing. A SMILES that cannot be drawn stays text. */
function draw(cell) {
  const { smiles } = cell.dataset;
  const svg = svgOf(smiles);
  if (!svg) return;
  const image = new Image(WIDTH, HEIGHT);
  image.className = 'molecule';
  image.alt = `Structure of ${smiles}`;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const text = document.createElement('code');
  text.textContent = smiles;
  cell.replaceChildren(image, text);
}

function svgOf(smiles) {
  try {
    return Molecule.fromSmiles(smiles).toSVG(WIDTH, HEIGHT, undefined, { suppressChiralText: true, autoCrop: true });
  } catch {
    return undefined;
  }
}
