import type { Run } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { type Contact, type ContactOptions, contactsOf, type Site, sitesOf } from './contacts.ts';
import { contactMapPicture } from './picture.ts';
import { structures } from './tool.ts';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'protein', {
    ...selectionOf(job.settings),
    writesPdb: false,
  });
  refuseProblems({ problems, units: 0 });
  const options: ContactOptions = {
    atom: job.settings.atom as ContactOptions['atom'],
    cutoff: job.settings.cutoff as number,
    minSeparation: job.settings.min_separation as number,
    scope: job.settings.scope as ContactOptions['scope'],
  };
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, inputId } = record;
    const place = { sourceInputIds: [inputId] };
    const chains = normaliseNoted(notes, record, {
      ...{ keepHydrogens: false, mseToMet: false, chainIds: 'source' as const },
      altloc: job.settings.altloc as string,
    });
    const proteins = chains.map(({ polymer }) => polymer.filter((residue) => residue.class === 'protein'));
    const sites = proteins.flatMap((chain) => sitesOf(chain, options.atom));
    const used = new Set(sites.map(({ residue }) => residue));
    noteResidues(
      notes,
      record,
      proteins.flat().filter((residue) => !used.has(residue)),
      `without a ${options.atom} or CA atom`,
    );
    const others = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
    noteResidues(
      notes,
      record,
      others.filter((residue) => residue.class !== 'protein'),
      'contacts are those of amino acids',
    );
    const contacts = contactsOf(sites, options);
    job.item('summary', { structure: name, ...summary(sites, contacts) }, place);
    job.file('contacts', numbered('contacts', i + 1, 'tsv'), table(sites, contacts), place);
    job.file('map', numbered('map', i + 1, 'json'), map(sites, contacts, options), place);
    job.file(PICTURE, numbered('map', i + 1, 'svg'), contactMapPicture(name, sites, contacts, options), place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

function summary(sites: Site[], contacts: Contact[]) {
  const chainOf = (i: number) => sites[i]!.residue.chain;
  const between = contacts.filter(([i, j]) => chainOf(i) !== chainOf(j));
  return {
    residues: sites.length,
    contacts: contacts.length,
    contacts_per_residue: rounded(contacts.length / sites.length, 4),
    interface_residues: new Set([...between.map(([i]) => i), ...between.map(([, j]) => j)]).size,
  };
}

function table(sites: Site[], contacts: Contact[]): string {
  const side = (site: Site, n: 1 | 2) => {
    const { chain, number, insertion, name } = site.residue;
    return { [`chain_${n}`]: chain, [`residue_${n}`]: `${number}${insertion}`, [`name_${n}`]: name };
  };
  const columns = ['chain_1', 'residue_1', 'name_1', 'chain_2', 'residue_2', 'name_2', 'distance'];
  const rows = contacts.map(([i, j, apart]) => ({
    ...side(sites[i]!, 1),
    ...side(sites[j]!, 2),
    distance: apart.toFixed(3),
  }));
  return writeTsv(columns, rows);
}

/** Returns a sparse map: the residues once, then pairs of their indices with the distance in ångström. */
function map(sites: Site[], contacts: Contact[], { atom, cutoff }: ContactOptions): string {
  const residues = sites.map(({ residue }) => ({
    chain: residue.chain,
    number: `${residue.number}${residue.insertion}`,
    letter: letterOf(residue),
  }));
  const pairs = contacts.map(([i, j, apart]) => [i, j, rounded(apart)]);
  return `${JSON.stringify({ atom, cutoff, residues, contacts: pairs })}\n`;
}
