const AT_RULE =
  /^@(charset|import|media|font-face|keyframes|-webkit-keyframes|namespace|supports|layer|page|property|container|use)\b[^\n]*[;{]/i;

const PROPERTY =
  /(?:^|[;{\s])(--[\w-]+|color|background[\w-]*|font[\w-]*|margin[\w-]*|padding[\w-]*|border[\w-]*|display|width|height|(?:min|max)-(?:width|height)|position|top|left|right|bottom|float|clear|overflow[\w-]*|opacity|z-index|text-[\w-]+|line-height|letter-spacing|white-space|visibility|cursor|content|flex[\w-]*|grid[\w-]*|gap|align-[\w-]+|justify-[\w-]+|transform|transition[\w-]*|animation[\w-]*|box-[\w-]+|list-style[\w-]*|outline[\w-]*|src|behavior|-moz-[\w-]+|-webkit-[\w-]+|fill|stroke)\s*:\s*[^\s;]/i;

/** Selectors have no quotes, equal signs or colons with a space after, outside of `[…]`. */
const SELECTOR = /^[\w\s.#*>+~:,()@|^$%&\-[\]="'\\]+$/;
/** Returns whether the text is a style sheet: rules with known properties make up most of the opening, or it begins with an at-rule. */
export function isStyleSheet(opening: string): boolean {
  const text = opening.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ').trim();
  if (AT_RULE.test(text)) return true;
  let inRules = 0;
  let known = 0;
  for (const block of text.split('}').slice(0, -1)) {
    const brace = block.lastIndexOf('{');
    const selector = block.slice(0, brace).replace(/^[\s\S]*[{;]/, '');
    const declarations = block.slice(brace + 1);
    if (brace === -1 || !SELECTOR.test(selector) || !areDeclarations(declarations)) continue;
    inRules += block.length + 1;
    if (PROPERTY.test(declarations)) known++;
  }
  return known > 0 && inRules >= 0.5 * text.length;
}

function areDeclarations(text: string): boolean {
  return text.split(';').every((part) => part.trim() === '' || /^\s*[\w-]+\s*:/.test(part));
}
