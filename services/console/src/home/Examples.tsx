import { pathTo, useSite } from '../site/site.ts';

/** Jobs that take a second, for a workspace that has none yet. Their forms open filled in. */
const examples = [
  {
    tool: 'protein-properties',
    name: 'Weigh a protein',
    text: 'Molecular weight, isoelectric point and hydrophobicity of lysozyme.',
  },
  { tool: 'pairwise-align', name: 'Align two proteins', text: 'How similar two sequences are, residue by residue.' },
  { tool: 'molecule-descriptors', name: 'Judge a molecule', text: 'Weight, logP and drug-likeness of aspirin.' },
];

/** What to do first. */
export function Examples() {
  const site = useSite();
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">Try one of these</h2>
      <ul class="cards">
        {examples.map(({ tool, name, text }) => (
          <li key={tool}>
            <a href={pathTo(site, `tools/${tool}?example=1`)}>{name}</a>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
