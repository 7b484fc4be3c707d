/** A line that begins a region, after a comment sign: `# generated: callers of jobs`. */
const BEGIN = /^(\s*)(?:#|--|<!--) generated: (.+?)(?: -->)?$/;
const END = /^\s*(?:#|--|<!--) end(?: -->)?$/;

/**
 * Fills the regions of a text with their lines, indented like the line that begins the region. Text outside of regions stays.
 *
 * @throws Error when the text and `regions` do not name the same regions, or a region has no end
 */
export function fillRegions(text: string, regions: Record<string, string[]>): string {
  const missing = new Set(Object.keys(regions));
  const filled: string[] = [];
  let inside: string | undefined;
  for (const line of text.split('\n')) {
    if (inside === undefined || END.test(line)) filled.push(line);
    if (END.test(line)) inside = undefined;
    const [, indent, name] = BEGIN.exec(line) ?? [];
    if (name === undefined) continue;
    if (!regions[name]) throw new Error(`Nothing is generated for the region '${name}'`);
    filled.push(...regions[name].map((generated) => `${indent}${generated}`));
    missing.delete(name);
    inside = name;
  }
  if (inside !== undefined) throw new Error(`The region '${inside}' has no end`);
  if (missing.size > 0) throw new Error(`No region is named ${[...missing].join(', ')}`);
  return filled.join('\n');
}
