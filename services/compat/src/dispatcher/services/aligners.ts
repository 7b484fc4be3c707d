import type { ResultFile } from '../../api/gateway.ts';
import { number, type Settings } from '../../http/readParameters.ts';
import { kindOf, sequenceOf, textInput } from '../inputs.ts';
import {
  choice,
  double,
  fileOfPort,
  fixed,
  flag,
  integer,
  ofDisplay,
  ofInput,
  plainText,
  type ResultType,
  type Service,
} from '../service.ts';

const shared = {
  sequence: ofInput('Sequences', 'Two or more sequences in FASTA'),
  stype: ofInput('Sequence type', 'protein, dna or rna; by default what the letters say'),
};

function inputs(fields: Parameters<Service['inputs']>[0]) {
  const content = sequenceOf(fields, 'sequence');
  return { inputs: [textInput('sequences', kindOf(fields, content), content)], names: ['sequence'], settings: {} };
}

/** Returns the parameter for the format of the alignment: the names of this service, and those of the tool. */
const formats = (fallback: string, names: Record<string, string>) =>
  choice(
    { name: 'Format', description: 'Of the alignment, besides aligned FASTA', default: fallback },
    Object.fromEntries(Object.entries(names).map(([name, output]): [string, Settings] => [name, { output }])),
  );

/** Identifiers of alignments by the extension of their file; `clustal` is what the service calls Clustal's format. */
const alignments =
  (clustal: string) =>
  (files: ResultFile[]): ResultType[] => {
    const formatted = files.find(({ output_port_id }) => output_port_id === 'formatted');
    const names: Record<string, string> = { aln: clustal, phy: 'phylip', sto: 'stockholm', msf: 'msf', vie: 'vienna' };
    const extension = formatted?.name.split('.').at(-1) ?? '';
    return [
      ...fileOfPort(files, formatted ? 'formatted' : 'alignment', plainText('out', 'The alignment')),
      ...fileOfPort(files, 'alignment', plainText('aln-fasta', 'The alignment in FASTA', 'fasta')),
      ...fileOfPort(files, 'formatted', plainText(`aln-${names[extension] ?? extension}`, 'The alignment', extension)),
    ];
  };

export const clustalo: Service = {
  id: 'clustalo',
  tool: 'clustal-omega',
  parameters: {
    ...shared,
    outfmt: formats('clustal_num', {
      ...{ clustal_num: 'clustal', clustal: 'clustal', fa: 'fa', fasta: 'fa' },
      ...{ phylip: 'phylip', stockholm: 'stockholm', st: 'stockholm', msf: 'msf', vienna: 'vienna' },
    }),
    mbed: flag(
      { name: 'mBed clustering', description: 'Guide tree without all pairs', default: 'true' },
      { full_distance_matrix: false },
      { full_distance_matrix: true },
    ),
    iterations: integer(
      { name: 'Iterations', description: 'Rounds of refinement', default: '0' },
      number('iterations'),
    ),
    guidetreeout: ofDisplay('Guide tree'),
    dismatout: ofDisplay('Distances'),
    addformats: ofDisplay('Further formats'),
    order: ofDisplay('Order of rows'),
    dealign: fixed('Dealign', ['false'], 'send sequences without gaps'),
    mbediteration: ofDisplay('mBed in iterations'),
    gtiterations: fixed('Iterations of the guide tree', ['-1'], 'use iterations'),
    hmmiterations: fixed('Iterations of the HMM', ['-1'], 'use iterations'),
  },
  defaults: { output: 'clustal' },
  inputs,
  resultTypes: (files) => [
    ...alignments('clustal_num')(files),
    ...fileOfPort(files, 'guide_tree', plainText('guidetree', 'Guide tree', 'dnd')),
    ...fileOfPort(files, 'distances', plainText('pim', 'Identities of all pairs', 'tsv')),
  ],
};

export const mafft: Service = {
  id: 'mafft',
  tool: 'mafft',
  parameters: {
    ...shared,
    format: formats('fasta', { fasta: 'fa', clustalw: 'clustal' }),
    matrix: choice(
      { name: 'Matrix', description: 'Scores of amino acids', default: 'bl62' },
      {
        ...{ bl62: {}, none: {} },
        ...{ bl30: { matrix: 'blosum30' }, bl45: { matrix: 'blosum45' }, bl80: { matrix: 'blosum80' } },
        ...{ jtt100: { matrix: 'jtt100' }, jtt200: { matrix: 'jtt200' } },
      },
    ),
    gapopen: double({ name: 'Gap open', description: 'Cost of a gap', default: '1.53' }, number('gap_open')),
    gapext: double({ name: 'Gap extend', description: 'Offset', default: '0' }, number('gap_extend')),
    order: choice(
      { name: 'Order of rows', description: 'By similarity, or as they came', default: 'aligned' },
      { aligned: { reorder: true }, input: { reorder: false } },
    ),
    maxiterate: integer(
      { name: 'Iterations', description: 'Rounds of refinement', default: '2' },
      number('max_iterations'),
    ),
    ffts: choice(
      { name: 'Strategy', description: 'Pairs that are compared by alignment', default: 'none' },
      {
        none: { strategy: 'fftns2' },
        localpair: { strategy: 'linsi' },
        globalpair: { strategy: 'ginsi' },
        genafpair: { strategy: 'einsi' },
      },
    ),
    nbtree: fixed('Rebuilt trees', ['2'], "it is the strategy's own"),
    treeout: ofDisplay('Guide tree'),
  },
  inputs,
  resultTypes: alignments('clustalw'),
};

export const muscle: Service = {
  id: 'muscle',
  tool: 'muscle',
  parameters: {
    sequence: shared.sequence,
    format: formats('clw', {
      ...{ clw: 'clustal', clwstrict: 'clustal', fasta: 'fa' },
      ...{ msf: 'msf', phyi: 'phylip', phys: 'phylip' },
    }),
    tree: fixed('Tree', ['none'], 'Rotamer has tools for trees'),
  },
  defaults: { output: 'clustal' },
  inputs,
  resultTypes: alignments('clw'),
};

export const kalign: Service = {
  id: 'kalign',
  tool: 'kalign',
  parameters: {
    ...shared,
    format: formats('clu', { clu: 'clustal', aln: 'clustal', fasta: 'fa', msf: 'msf' }),
    gapopen: double({ name: 'Gap open', description: 'Cost of a gap' }, number('gap_open')),
    gapext: double({ name: 'Gap extend', description: 'Cost of each further position' }, number('gap_extend')),
    termgap: double({ name: 'Gap at an end', description: 'Cost of each position' }, number('terminal_gap_extend')),
    bonus: fixed('Bonus', [], 'Kalign 3 has none'),
  },
  defaults: { output: 'clustal' },
  inputs,
  resultTypes: alignments('clu'),
};
