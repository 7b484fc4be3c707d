/**
 * The scripts of the viewers, minified, by file name; `viewers.js` loads the others. This module is a stand-in: deploy/bundle puts the
 * bundled scripts of `main.ts` in its place. Without them pages show tables, pictures and downloads.
 */
export const viewerScripts: Readonly<Record<string, string>> = { 'viewers.js': '' };
