import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The words that may follow each command. `''` is the program itself, `jobs` a group, and `jobs list` a command in it. */
export type Words = Map<string, string[]>;

/** Stands among the words of a command whose argument is a tool. The shell asks `rotamer completion tools` for the ids. */
const TOOLS = '<tools>';

export function wordsOf(program: Command): Words {
  const words: Words = new Map();
  const add = (command: Command, path: string[]) => {
    const options = command.options.flatMap(({ long }) => long ?? []);
    const tools = command.registeredArguments.some((argument) => argument.name() === 'tool') ? [TOOLS] : [];
    words.set(path.join(' '), [...command.commands.map((one) => one.name()), ...options, ...tools]);
    for (const child of command.commands) add(child, [...path, child.name()]);
  };
  add(program, []);
  return words;
}

/** Returns a script that completes commands and options, and files where no command fits. */
export function completionScript(shell: Shell, words: Words): string {
  return { bash, zsh, fish }[shell](words);
}

const cases = (words: Words) =>
  [...words]
    .map(([path, list]) => `    ${JSON.stringify(path)}) words=${JSON.stringify(list.join(' '))} ;;`)
    .join('\n');

const bash = (words: Words) => `# Completion of rotamer for bash: eval "$(rotamer completion bash)"
_rotamer() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    case "$path" in
${cases(words)}
    esac
    [ -n "$words" ] || [ -z "$path" ] && break
    case "$path" in *" "*) path="\${path% *}" ;; *) path="" ;; esac
  done
  case "$words $current" in *'${TOOLS} -'*) ;; *'${TOOLS}'*) words="$words $(rotamer completion tools 2> /dev/null)" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _rotamer rotamer
`;

const zsh = (words: Words) => `# Completion of rotamer for zsh: eval "$(rotamer completion zsh)"
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;

const fish = (words: Words) =>
  [
    '# Completion of rotamer for fish: rotamer completion fish | source',
    ...[...words].flatMap(([path, list]) => list.map((word) => fishLine(path.split(' ').filter(Boolean), word))),
    '',
  ].join('\n');

function fishLine(path: string[], word: string): string {
  const seen = path.map((one) => `__fish_seen_subcommand_from ${one}`).join('; and ');
  const condition = path.length === 0 ? '__fish_use_subcommand' : seen;
  if (word === TOOLS) return `complete -c rotamer -n '${condition}' -a '(rotamer completion tools 2> /dev/null)'`;
  return word.startsWith('--')
    ? `complete -c rotamer -n '${condition}' -l ${word.slice(2)}`
    : `complete -c rotamer -n '${condition}' -a ${word}`;
}
