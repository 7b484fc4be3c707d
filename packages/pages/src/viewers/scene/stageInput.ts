import type { GLViewer } from './library.ts';

/**
 * Lets the wheel and one finger over a view scroll the page. With Ctrl the wheel zooms, two fingers turn and zoom, and in full screen
 * every gesture belongs to the view.
 */
export function scrollPageOverStage(stage: HTMLElement): void {
  const isWhole = () => document.fullscreenElement === stage;
  const passOver = (event: Event, belongsToPage: boolean) => {
    if (belongsToPage && !isWhole()) event.stopPropagation();
  };
  // The listeners of 3Dmol.js are on the canvas within the stage, so they never hear of an event that is stopped here.
  stage.addEventListener('wheel', (event) => passOver(event, !event.ctrlKey), { capture: true });
  for (const name of ['touchstart', 'touchmove'] as const)
    stage.addEventListener(name, (event) => passOver(event, event.touches.length < 2), { capture: true });
}

/** Degrees of a turn, and the factor of a zoom, at one press of a key. */
const [TURN, ZOOM] = [10, 1.2];

interface StageActions {
  step(by: number): void;
  reset(): void;
}

/** Moves the view by keys while it has the focus. */
export function moveByKeys(stage: HTMLElement, viewer: GLViewer, { step, reset }: StageActions): void {
  const turn = (angle: number, axis: string) => viewer.rotate(angle, axis).render();
  const plain: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': () => viewer.zoom(ZOOM).render(),
    '=': () => viewer.zoom(ZOOM).render(),
    '-': () => viewer.zoom(1 / ZOOM).render(),
    '0': reset,
  };
  const shifted: Record<string, () => void> = {
    ArrowLeft: () => turn(-TURN, 'y'),
    ArrowRight: () => turn(TURN, 'y'),
    ArrowUp: () => turn(-TURN, 'x'),
    ArrowDown: () => turn(TURN, 'x'),
    '+': plain['+']!,
  };
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = (event.shiftKey ? shifted : plain)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
