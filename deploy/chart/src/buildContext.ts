import { dirname, matchesGlob } from 'node:path';

/**
 * Whether the builder of images gets a file, by the lines of `.dockerignore`: the last line that matches the file or a folder above it decides.
 * Of the patterns it knows `*`, `**` and `!`.
 */
export function inBuildContext(path: string, dockerignore: string): boolean {
  const places = [path];
  while (places.at(-1)!.includes('/')) places.push(dirname(places.at(-1)!));
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const last = lines.findLast((line) =>
    places.some((place) => line === '*' || matchesGlob(place, line.replace(/^!/, ''))),
  );
  return last === undefined || last.startsWith('!');
}
