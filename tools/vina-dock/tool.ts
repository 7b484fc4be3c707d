import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { preparationSettings } from '../shared/ligands/settings.ts';
import { ligandSlot } from '../shared/ligands/slot.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { COMPLEX, filePort, itemsPort, picturePort, SEARCHED_BOX } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const receptor: ToolInputSlot = {
  ...structureSlot({
    id: 'receptor',
    label: 'Receptor',
    description:
      'Proteins and nucleic acids of one model, without ligands, metals and waters but those that `keep` names; hydrogens are set where the file has none. PDBQT is taken as it is',
    min: 1,
    max: 1,
  }),
  acceptedFormats: ['PDB', 'MMCIF', 'PDBQT'],
};

export const ligands: ToolInputSlot = {
  ...ligandSlot({ max: 50, maxRecords: 50, formats: ['PDBQT'] }),
  description: 'Prepared as ligand-prepare does; PDBQT is taken as it is',
};

export const box: ToolInputSlot = {
  id: 'box',
  label: 'Box',
  description: 'Where to search, as binding-box writes it; instead of the settings for center and size',
  min: 0,
  max: 1,
  acceptedKinds: ['box'],
  acceptedFormats: ['JSON'],
  defaultKind: 'box',
  capabilities: plainCapabilities({ min: 0, max: 1 }, { externalSources: [] }),
};

export const reference: ToolInputSlot = {
  id: 'reference',
  label: 'Reference pose',
  description:
    "A ligand in the receptor's coordinates, such as that of the crystal, which poses are compared with: as a molecule, or as a structure file with one ligand",
  min: 0,
  max: 1,
  acceptedKinds: ['ligand', 'structure'],
  acceptedFormats: ['SDF', 'MOL', 'MOL2', 'PDBQT', 'PDB', 'MMCIF'],
  defaultKind: 'ligand',
  capabilities: plainCapabilities({ min: 0, max: 1 }, { externalSources: [] }),
};

/**
 * Limits of a side in ångström. Vina's grid for a box of 30 Å takes a second, but gigabytes at ten times the length.
 */
export const MIN_SIDE = 8;
export const MAX_SIDE = 30;
export const MAX_CENTER = 999;

/** What Vina does: searches the box, scores each ligand in place, or first moves it to the nearest minimum. */
export const modes = ['dock', 'score_only', 'local_only'] as const;
export type Mode = (typeof modes)[number];

/** Processors that Vina uses. The poses do not depend on their number. */
export const THREADS = 2;

const center = Type.Union([Type.Number({ minimum: -MAX_CENTER, maximum: MAX_CENTER }), Type.Null()], {
  default: null,
  description: 'Center of the box in Å; null with an input in the slot box',
});
const size = Type.Number({ minimum: MIN_SIDE, maximum: MAX_SIDE, default: 20, description: 'Side of the box in Å' });

export const poseItem = Type.Object(
  {
    ligand: Type.String(),
    vina_mode: Type.Enum([...modes], { description: 'How the pose was made: the setting mode' }),
    mode: Type.Integer({ minimum: 1, description: 'Pose of the ligand, best first' }),
    affinity_kcal_mol: Type.Number({
      description:
        '(inter + intra - intra of the best pose) / (1 + 0.05846 torsions), as Vina defines it; Vina 1.2.3 itself subtracts the worst pose',
    }),
    rmsd_lb: Type.Number({ description: 'Å to the best pose, lower bound: like atoms may change places' }),
    rmsd_ub: Type.Number({ description: 'Å to the best pose, atom by atom' }),
    rmsd_reference: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Å to the reference as it lies, without superposition, over heavy atoms: the least of all ways to match elements and bonds, so that like atoms may change places; orders of bonds, charges and hydrogens do not count. Null without a reference, or where it is another molecule',
    }),
    inter: Type.Number({ description: 'Energy between ligand and receptor, kcal/mol' }),
    intra: Type.Number({ description: 'Energy within the ligand, kcal/mol' }),
    smiles: Type.Union([Type.String(), Type.Null()], {
      description: 'Of the ligand as it was docked; null for a ligand in PDBQT',
    }),
    number: Type.Integer({ description: 'Number in the names of the files' }),
  },
  { additionalProperties: false },
);

export const interactionItem = Type.Object(
  {
    ligand: Type.String(),
    mode: Type.Integer({ description: 'The pose' }),
    kind: Type.Enum([
      ...['hydrogen_bond', 'salt_bridge', 'pi_stacking', 'pi_cation', 'halogen_bond', 'metal', 'hydrophobic'],
    ]),
    chain: Type.String(),
    number: Type.Integer(),
    insertion: Type.String(),
    residue: Type.String(),
    receptor_atoms: Type.Array(Type.String()),
    ligand_atoms: Type.Array(Type.Integer(), { description: 'Numbers in the SDF of the poses, counted from 1' }),
    distance: Type.Number({ description: 'Å, between heavy atoms, or centers of groups and rings' }),
    angle: Type.Union([Type.Number(), Type.Null()], {
      description: 'Degrees: at the hydrogen, at the halogen, or between two rings; null for other kinds',
    }),
  },
  { additionalProperties: false },
);

export const failureItem = Type.Object(
  { ligand: Type.String(), message: Type.String() },
  { additionalProperties: false },
);

export const contract = {
  id: 'vina-dock',
  name: 'AutoDock Vina',
  description:
    'Docks small molecules into a receptor, rigid or with flexible side chains, and ranks them by their predicted affinity',
  category: 'Docking',
  tags: ['vina', 'pose', 'affinity', 'docking', 'dock ligand', 'virtual screening', 'binding affinity', 'autodock'],
  version: '2.3.1',
  slots: [receptor, ligands, box, reference],
  settings: settingsOf({
    center_x: center,
    center_y: center,
    center_z: center,
    size_x: size,
    size_y: size,
    size_z: size,
    mode: Type.Enum([...modes], {
      default: 'dock',
      description:
        'dock searches the box; score_only gives the affinity of each ligand where it lies; local_only moves it to the nearest minimum. The last two need ligands with coordinates in the site, make one pose of each, and use neither exhaustiveness, num_modes nor energy_range',
    }),
    max_minutes_per_ligand: Type.Number({
      minimum: 0.01,
      maximum: 240,
      default: 15,
      description:
        'A ligand that takes longer, its preparation included, is listed in failures, without poses, since Vina leaves none of a search that is ended; the next one goes on',
    }),
    exhaustiveness: Type.Integer({ minimum: 1, maximum: 64, default: 8, description: 'Searches from other starts' }),
    num_modes: Type.Integer({ minimum: 1, maximum: 20, default: 9, description: 'Poses of each ligand at most' }),
    energy_range: Type.Number({
      minimum: 1,
      maximum: 10,
      default: 3,
      description: 'Poses that are worse than the best by more are left out, kcal/mol',
    }),
    scoring: Type.Enum(['vina', 'vinardo'], {
      default: 'vina',
      description: 'Scoring function: of AutoDock Vina, or Vinardo (Quiroga and Villarreal 2016)',
    }),
    ...selectionSettings,
    keep: Type.Array(Type.String({ minLength: 1, maxLength: 8, pattern: '^[0-9A-Za-z+-]+$' }), {
      default: [],
      maxItems: 20,
      description: 'Ligands, metals and waters that are part of the receptor, by residue name: ZN, HEM, HOH',
    }),
    flexible: Type.String({
      maxLength: 200,
      default: '',
      description:
        'Side chains of the receptor that move, as `A:315, A:271`, eight at most, with the mode dock; each torsion makes the search harder: raise exhaustiveness, too',
    }),
    ...preparationSettings,
  }),
  ports: [
    itemsPort('poses', 'Poses, the ligand with the best affinity first', poseItem, true, {
      mode: { title: 'Pose' },
      number: { title: 'File number' },
    }),
    filePort('poses_sdf', 'Poses of a ligand, without the hydrogens on carbon', {
      kind: 'ligand',
      format: 'SDF',
      required: false,
    }),
    filePort('poses_pdbqt', 'Poses of a ligand as Vina writes them, with the side chains that moved', {
      kind: 'ligand',
      format: 'PDBQT',
    }),
    filePort(COMPLEX, 'Receptor and best pose, of the ten best ligands', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    filePort(SEARCHED_BOX, 'The box that was searched', { kind: 'box', format: 'JSON', required: false }),
    itemsPort('interactions', 'What holds each pose, by the geometry of PLIP', interactionItem, false, {
      mode: { title: 'Pose' },
    }),
    itemsPort('failures', 'Ligands that could not be docked', failureItem, false),
    picturePort('Affinities side by side'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'docking',
      label: 'Poses in the receptor',
      parts: [
        { ports: ['poses_sdf', 'poses_pdbqt'], look: 'ligand', steps: true },
        { ports: [COMPLEX], files: 'any', omit: 'last_residue', look: 'receptor' },
      ],
      boxes: [SEARCHED_BOX],
      rows: { port: 'poses', number: 'number', model: 'mode', caption: ['ligand', 'affinity_kcal_mol'] },
    },
  ],
  // Vina used up to 670 MiB, Node with RDKit and OpenChemLib 390 MiB.
  limits: { wallSeconds: 14_400, memoryMiB: 1536, cpuCores: THREADS, outputMiB: 256 },
  credit: { mode: 'metered_runtime', ratePerMinute: 6 },
  citation: {
    text: 'Trott O., Olson A. J., AutoDock Vina: improving the speed and accuracy of docking with a new scoring function, efficient optimization, and multithreading, J. Comput. Chem. 31 (2010) 455-461, 10.1002/jcc.21334; with scoring vinardo Quiroga R., Villarreal M. A., PLoS ONE 11 (2016) e0155183; Eberhardt J., Santos-Martins D., Tillack A. F., Forli S., AutoDock Vina 1.2.0: New Docking Methods, Expanded Force Field, and Python Bindings, J. Chem. Inf. Model. 61 (2021) 3891-3898',
    doi: '10.1021/acs.jcim.1c00203',
    also: [
      {
        text: 'Adasme M. F. et al., PLIP 2021: expanding the scope of the protein-ligand interaction profiler to DNA and RNA, Nucleic Acids Res. 49 (2021) W530-W534',
        doi: '10.1093/nar/gkab294',
        when: 'for the geometry of the interactions',
      },
    ],
  },
  license: 'Apache-2.0 AND GPL-2.0-only',
  requires: [programs.vina, programs.obabel],
  executor: 'kubernetes',
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
