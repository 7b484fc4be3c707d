import type { RenderPage } from '../pages/renderPage.ts';
import { createShowPage } from '../pages/showPage.ts';

/** In place of the console: returns what a page shows, as JSON. */
export const testRenderPage: RenderPage = async (page) => JSON.stringify(page);

export const testShowPage = createShowPage(testRenderPage);
