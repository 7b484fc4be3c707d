/**
 * The script of the islands, minified. This module is a stand-in: deploy/bundle puts the bundled script of `islands/main.tsx` in its
 * place. Tests render pages without it.
 */
export const islandScript = '';
