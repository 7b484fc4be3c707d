// npm run house: prints the import graph between packages, layer by layer, with the number of imports, and the circles
// between folders. With --counts: lines, sizes of files and folders, and circles, of each package.

import { join } from 'node:path';
import { findCircles } from './circles.ts';
import { printCounts } from './counts.ts';
import { floors, readArrows, roomOf, wrongArrows } from './rooms.ts';

const root = join(import.meta.dirname, '../..');
if (process.argv.includes('--counts')) {
  printCounts(root);
  process.exit();
}

const arrows = readArrows(root);
const counts = new Map<string, Map<string, number>>();
for (const { from, to } of arrows) {
  const [room, other] = [roomOf(from), roomOf(to)];
  if (room === other) continue;
  const row = counts.get(room) ?? new Map<string, number>();
  counts.set(room, row.set(other, (row.get(other) ?? 0) + 1));
}

for (const floor of floors) {
  const rooms = [...counts.keys()].filter((room) => floor.includes(room.split('/')[0]!)).sort();
  for (const room of rooms) {
    const row = [...counts.get(room)!].sort((a, b) => b[1] - a[1]);
    console.log(`${room.padEnd(22)} → ${row.map(([other, count]) => `${other} ${count}`).join(', ')}`);
  }
  if (rooms.length > 0) console.log();
}
const wrong = wrongArrows(arrows);
for (const { from, to } of wrong) console.log(`forbidden import: ${from} → ${to}`);
const circles = findCircles(arrows);
for (const { folder, children } of circles) console.log(`circle in ${folder}: ${children.join(', ')}`);
process.exitCode = wrong.length + circles.length > 0 ? 1 : 0;
