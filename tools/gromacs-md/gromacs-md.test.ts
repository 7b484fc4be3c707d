import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { peptide, unfitProteins } from '../testing/testProteins.ts';
import { structureInput, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { joinFrames, parseXvg } from './frames.ts';
import { dynamics, stepsOf } from './parameters.ts';
import { contract } from './tool.ts';

const verdict = (input: ReturnType<typeof peptide>, settings = {}) =>
  checkRequest(contract, check, [input], settings).verdict;

/** Two copies of ubiquitin, `shift` ångström apart. */
const apart = (shift: number) => {
  const moved = ubiquitinWith((line) => {
    const x = (Number(line.slice(30, 38)) + shift).toFixed(3).padStart(8);
    return `${line.slice(0, 21)}B${line.slice(22, 30)}${x}${line.slice(38)}`;
  });
  return { ...peptide(), text: `${ubiquitinWith((line) => line)}TER\n${moved}` };
};

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'backbone');

  it.each(unfitProteins)('%s', (_, input, message) => {
    expect(verdict(input()).problems).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(message) },
    ]);
  });

  it('a protein whose box of water is too large', () => {
    expect(verdict(apart(30)).problems).toEqual([]);
    expect(verdict(apart(60)).problems).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(/about \d+ atoms, the limit is 60000/) },
    ]);
  });

  it('times and temperatures outside its parameters', () => {
    expect(verdict(peptide(), { time_ps: 501, temperature: 200 }).problems).toMatchObject([
      { path: 'settings.time_ps' },
      { path: 'settings.temperature' },
    ]);
  });
});

it('reserves time by the size of the box and the length of the simulation', () => {
  const ubiquitin = structureInput('structure', '1ubq.pdb');
  // 15,700 atoms; 10 ps of them take a minute.
  expect(verdict(ubiquitin).estimatedMinutes).toBeCloseTo(1.5, 0);
  expect(verdict(ubiquitin, { time_ps: 100 }).estimatedMinutes).toBeGreaterThan(10);
  expect(verdict(peptide(), { time_ps: 1 }).estimatedMinutes).toBeLessThan(0.2);
});

it('writes frames and energies at the same steps', () => {
  const settings = { time_ps: 2, frame_interval_ps: 0.25, temperature: 310, seed: 7 };
  expect(stepsOf(settings)).toBe(1_000);
  const written = dynamics(settings);
  for (const line of ['nsteps = 1000', 'nstenergy = 130', 'nstxout-compressed = 130', 'ref-t = 310', 'gen-seed = 7'])
    expect(written).toContain(`${line}\n`);
});

describe('the output of GROMACS', () => {
  const rms = '# comment\n@ title "RMSD"\n   0.0000000    0.0000005\n   0.2000000    0.0647\n   0.4000000    0.07\n';
  const energy = '@ s0 legend "Potential"\n    0.000000  -24940.65  292.06\n    0.200000  -24975.5  295.9\n';

  it('gives frames with the energies of their times, fewer for a stopped simulation', () => {
    expect(joinFrames(rms, energy)).toEqual([
      { time_ps: 0, rmsd_nm: 0.0000005, temperature: 292.06, potential: -24940.65 },
      { time_ps: 0.2, rmsd_nm: 0.0647, temperature: 295.9, potential: -24975.5 },
    ]);
    expect(parseXvg('')).toEqual(new Map());
  });

  it('fails the job without a frame, or when atoms have come too close', () => {
    expect(() => joinFrames('', energy)).toThrow(ToolError);
    expect(() => joinFrames(rms, energy.replace('-24975.5', 'nan'))).toThrow(/became unstable/);
  });
});
