import type { TextFormat } from '../textFormat.ts';

/**
 * Nested parentheses with labels and branch lengths, each tree terminated by `;` (Olsen's grammar). A parenthesis opens
 * only at the start of a tree or after `(` and `,`, so that function calls do not match.
 */
export const newick: TextFormat = {
  format: 'NEWICK',
  open() {
    let depth = 0;
    let trees = 0;
    let leaves = 0;
    let inside: 'tree' | 'quote' | 'comment' = 'tree';
    let before = ';';
    const read = (character: string): boolean => {
      if (inside === 'quote' || inside === 'comment') {
        if (character === (inside === 'quote' ? "'" : ']')) inside = 'tree';
        return true;
      }
      if (character.trim() === '') return true;
      if (character === '[') inside = 'comment';
      else if (character === "'") inside = 'quote';
      else if (character === '(') {
        if (!'(,;'.includes(before)) return false;
        depth++;
      } else if (character === ')') depth--;
      else if (character === ';') {
        if (depth !== 0 || before === ';') return false;
        trees++;
      } else if (before === ';' || /[{}<>=]/.test(character)) return false;
      if (depth < 0) return false;
      // A leaf, possibly without a name, follows `(` or `,`.
      if ('(,'.includes(before) && character !== '(' && inside !== 'comment') leaves++;
      if (inside !== 'comment') before = character;
      return true;
    };
    return {
      line(text) {
        for (const character of text) if (!read(character)) return false;
        return true;
      },
      end: () => (trees > 0 && depth === 0 && before === ';' && leaves > 0 ? { trees, leaves } : undefined),
    };
  },
};
