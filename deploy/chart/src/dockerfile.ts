/** An instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  name: string;
  text: string;
}

/** The instructions of a Dockerfile, without its comments. */
export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  const instructions = lines.split('\n').filter((line) => line.trim() !== '');
  return instructions.map((line) => {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { name, text };
  });
}

/** Returns what a Dockerfile of Rotamer lacks, and what it has but must not have. */
export function dockerfileProblems(dockerfile: string): string[] {
  const instructions = instructionsOf(dockerfile);
  const all = (wanted: string) => instructions.filter(({ name }) => name === wanted).map(({ text }) => text);
  const last = instructions.findLastIndex(({ name }) => name === 'FROM');
  const ofImage = (wanted: string) =>
    instructions
      .slice(last)
      .filter(({ name }) => name === wanted)
      .map(({ text }) => text);
  const bases = all('ARG').filter((text) => /_IMAGE=/.test(text));
  const stages = all('FROM').flatMap((text) => /\bAS (\w+)$/i.exec(text)?.[1] ?? []);
  const argued = bases.map((text) => `\${${text.split('=')[0]}}`);
  const foreign = all('FROM')
    .map((text) => text.split(' ')[0]!)
    .filter((from) => ![...argued, ...stages].includes(from));
  const installs = all('RUN').flatMap((text) => text.match(/npm (?:ci|i|install)\b[^&;|]*/g) ?? []);
  const rules: [boolean, string][] = [
    [/^#\s*(syntax|escape)\s*=/im.test(dockerfile), 'a directive: the builder must need no frontend from elsewhere'],
    [
      bases.length === 0 || bases.some((text) => !/@sha256:[0-9a-f]{64}$/.test(text)),
      'a base image without its digest',
    ],
    [foreign.length > 0, `bases that are not an ARG: ${foreign.join(', ')}`],
    [
      installs.length === 0 || installs.some((text) => !text.includes('--ignore-scripts')),
      'npm runs scripts of packages',
    ],
    [installs.some((text) => !text.startsWith('npm ci')), 'npm installs what the lock file does not say'],
    [!/^[1-9]\d*(:\d+)?$/.test(ofImage('USER').at(-1) ?? ''), 'USER is not a number, or root'],
    [!isExec(ofImage('CMD').at(-1) ?? ''), 'CMD is not a list, or starts a shell'],
    [ofImage('ENTRYPOINT').some((text) => !isExec(text)), 'ENTRYPOINT is not a list, or starts a shell'],
    [all('ADD').length > 0, 'ADD: it fetches and unpacks; COPY copies'],
  ];
  return rules.filter(([broken]) => broken).map(([, problem]) => problem);
}

/** Whether a command has the form `["node", "main.js"]`, so that signals reach the program and not a shell. */
function isExec(text: string): boolean {
  if (!text.startsWith('[')) return false;
  const [program] = JSON.parse(text) as string[];
  return !/(^|\/)(ba|da|a)?sh$|^env$|^xargs$/.test(program ?? 'sh');
}
