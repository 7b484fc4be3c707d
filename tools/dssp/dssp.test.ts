import { describe, expect, it } from 'vitest';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { check } from './check.ts';
import { secondaryStructurePicture } from './picture.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadStructures({ contract, check }, 'structure', 'backbone'));

it('draws a strand as an arrow, a helix as a bar and a turn as a line, above its residues', () => {
  const residues = Array.from('-EEEE-TT-HHHH-', (ss, i) => ({
    ...{ chain: 'A', seq: String(i + 5), aa: 'MQIFVKTLTGKTIT'[i]!, ss },
    ...{ acc: 0, phi: null, psi: null },
  }));
  const svg = secondaryStructurePicture('1ABC', residues);
  // A residue is a bit more than nine pixels wide, the first one at 88: the helix is residues 10 to 13 of the line.
  expect(svg).toContain(`<rect x="172.6" y="76" width="37.6"`);
  expect(svg).toContain(`M${88 + 9.4} 79`);
  expect(svg).toContain(`M${(88 + 6 * 9.4).toFixed(1)} 83H163.2`);
  // Each letter has its position, and every tenth residue its number.
  expect(svg).toContain(`<tspan x="92.7">M</tspan><tspan x="102.1">Q</tspan>`);
  expect(svg).toContain('y="117">10</text>');
});
