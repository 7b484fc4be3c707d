import type { JobDetails, Tool } from '@rotamer/client';

/** Returns a paragraph for the methods section of a paper: what was run on what, with which settings, and what to cite. */
export function methodsOf(job: JobDetails, tool: Pick<Tool, 'citation'> | undefined): string {
  const given = Object.entries(job.given_settings ?? {});
  const settings =
    given.length === 0
      ? 'with default settings'
      : `with ${given.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ')} and otherwise default settings`;
  const dataset = job.dataset ? ` against ${job.dataset.id}, release ${job.dataset.release},` : '';
  const date = (job.completed_at ?? job.created_at).slice(0, 10);
  const inputs = job.inputs.length === 1 ? 'one input' : `${job.inputs.length} inputs`;
  const programs = (job.attempts.at(-1)?.programs ?? []).flatMap(({ version }) => version ?? []);
  const papers = [tool?.citation, ...(tool?.citation.also ?? [])].flatMap((paper) => (paper ? [paper] : []));
  const cited = papers.map(({ text, doi }) => (doi ? `${text} https://doi.org/${doi}` : text));
  return [
    `${job.tool_name} ${job.tool_version} was run${dataset} on ${inputs} ${settings} (Rotamer job ${job.id}, ${date}).`,
    ...(programs.length > 0 ? [`Programs: ${[...new Set(programs)].join('; ')}.`] : []),
    ...cited,
  ].join('\n');
}
