// Shows one structure at a time in 3D.

import { createViewer } from './3dmol.js';

/** Formats of macromolecules. The other formats are of small molecules. */
const MACROMOLECULES = ['pdb', 'cif', 'pqr'];

export async function showStructures(element) {
  const stage = element.querySelector('.stage');
  const choices = [...element.querySelectorAll('[data-structure]')];
  const controls = element.querySelector('.controls');
  element.hidden = false;
  const viewer = createViewer(stage, { backgroundAlpha: 0 });
  if (!viewer) return tell('This browser does not support WebGL, which the 3D view requires.');
  let model = 0;

  async function show(choice) {
    for (const one of choices) one.setAttribute('aria-pressed', String(one === choice));
    const { structure, format } = choice.dataset;
    const answer = await fetch(structure);
    if (!answer.ok) return tell(`The structure could not be loaded (HTTP ${answer.status}).`);
    viewer.removeAllModels();
    viewer.addModelsAsFrames(await answer.text(), format);
    if (MACROMOLECULES.includes(format)) {
      viewer.setStyle({}, { cartoon: { color: 'spectrum' } });
      viewer.setStyle({ hetflag: true, not: { resn: ['HOH', 'WAT'] } }, { stick: {} });
    } else {
      viewer.setStyle({}, { stick: { radius: 0.14 }, sphere: { scale: 0.24 } });
    }
    model = 0;
    viewer.zoomTo();
    await step(0);
    stage.setAttribute('aria-label', `3D structure of ${choice.textContent}`);
    stage.dataset.shows = choice.textContent;
  }

  async function step(by) {
    const models = Math.max(1, viewer.getNumFrames());
    model = (model + by + models) % models;
    await viewer.setFrame(model);
    viewer.render();
    tell(models > 1 ? `Model ${model + 1} of ${models}` : '');
    for (const button of controls.querySelectorAll('[data-step]')) button.hidden = models === 1;
  }

  function tell(text) {
    controls.querySelector('output').textContent = text;
  }

  for (const choice of choices) choice.addEventListener('click', () => show(choice));
  for (const button of controls.querySelectorAll('[data-step]')) {
    button.addEventListener('click', () => step(Number(button.dataset.step)));
  }
  element.querySelector('.choices').hidden = choices.length === 1;
  await show(choices[0]);
}
