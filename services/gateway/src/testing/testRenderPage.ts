import type { RenderPage } from '../clients/renderPage.ts';

/** In place of the console: returns what a page shows, as JSON. */
export const testRenderPage: RenderPage = async (page) => JSON.stringify(page);
