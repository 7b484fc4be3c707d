import { forbidden } from '../extensions.ts';
import type { Refusal } from '../inspection.ts';

const HTML_TAGS =
  'html|head|body|title|base|meta|link|style|script|noscript|template|iframe|frameset|object|embed|applet|form|input|' +
  'button|select|textarea|div|span|p|br|hr|h[1-6]|a|b|i|u|em|strong|font|center|img|picture|video|audio|canvas|table|' +
  'tr|td|th|tbody|ul|ol|li|dl|section|article|header|footer|nav|main|details|marquee|math';

/** Returns a refusal when the text starts with markup. Browsers look only at the first tag (WHATWG MIME Sniffing, section 7.1). */
export function markupAtStart(opening: string): Refusal | undefined {
  if (!opening.startsWith('<')) return undefined;
  const found = `the content begins with ${excerpt(opening)}`;
  if (/^<(!doctype\s+svg|([\w-]+:)?svg[\s/>])/i.test(opening)) return forbidden('SVG', found);
  if (/^<(!doctype\s+html|!--)/i.test(opening)) return forbidden('HTML', found);
  if (new RegExp(`^</?(${HTML_TAGS})([\\s/>]|$)`, 'i').test(opening)) return forbidden('HTML', found);
  if (/^<(\?|!doctype|!\[cdata\[|!entity|!element)/i.test(opening)) return forbidden(familyOfProlog(opening), found);
  return isElement(opening) ? forbidden('XML', found) : undefined;
}

function familyOfProlog(opening: string): string {
  if (/<([\w-]+:)?svg[\s/>]/i.test(opening.slice(0, 4096))) return 'SVG';
  return /<(!doctype\s+html|html[\s/>])/i.test(opening.slice(0, 4096)) ? 'HTML' : 'XML';
}

/**
 * Returns whether the text starts with an element. `<unknown> protein` and `<me@example.org>` are prose; an element
 * has attributes, an end tag, or other tags.
 */
function isElement(opening: string): boolean {
  const tag = /^<[A-Za-z_][\w:.-]*(?=[\s/>]|$)/.exec(opening)?.[0];
  if (!tag) return false;
  return /^[^<>]*(\/>|=\s*["'])/.test(opening) || /<\/[A-Za-z_][\w:.-]*\s*>/.test(opening) || !opening.includes('>');
}

/** Returns a refusal when a line of plain text starts a document or a script. */
export function markupAtLine(line: string, number: number): Refusal | undefined {
  const tag = /^\s*<(!doctype\s+(?:html|svg)|html|head|body|script|style|iframe|svg|\?xml)(?=[\s/>]|$)/i.exec(
    line,
  )?.[1];
  if (!tag) return undefined;
  const family = /svg/i.test(tag) ? 'SVG' : tag.toLowerCase() === '?xml' ? 'XML' : 'HTML';
  return forbidden(family, `line ${number} begins with ${excerpt(line.trim())}`);
}

/** Returns a refusal for comment marks before a tag on the first line: browsers skip everything before the tag. */
export function markupBehindMarks(start: string): Refusal | undefined {
  const tag = /^[\s/*#;%!-]+<(!doctype|html|head|body|script|style|iframe|svg|\?xml)(?=[\s/>])/i.exec(start)?.[1];
  if (!tag) return undefined;
  return forbidden(/svg/i.test(tag) ? 'SVG' : 'HTML', `<${tag}> follows a comment mark at the start`);
}

/**
 * Returns a refusal for markup in images and PDF, whose bytes have no reason to contain executable tags. `[\s>]` avoids
 * chance matches. `atLine`: only at the start of a line.
 */
export function markupInBinary(latin1: string, atLine: boolean): Refusal | undefined {
  const tag = (atLine ? LINE_TAG : TAG).exec(latin1)?.[1];
  return tag ? forbidden(/svg/i.test(tag) ? 'SVG' : 'HTML', `the binary data contains <${tag}>`) : undefined;
}

const TAG = /<(script|html|!doctype html|svg|iframe)[\s>]/i;
const LINE_TAG = /[\r\n>][ \t]{0,16}<(script|html|!doctype html|svg|iframe)[\s>]/i;

function excerpt(text: string): string {
  return JSON.stringify(text.slice(0, 40).split(/[\r\n]/)[0]);
}
