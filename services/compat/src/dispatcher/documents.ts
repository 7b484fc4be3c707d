import type { FastifyReply, FastifyRequest } from 'fastify';

/** An element of an XML document: its name, and its text or its children. */
export type Element = [name: string, content: string | Element[]];

/** Returns an XML document. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xmlOf(root)}\n`;
}

function xmlOf([name, content]: Element): string {
  const inside = typeof content === 'string' ? escapeXml(content) : content.map(xmlOf).join('');
  return `<${name}>${inside}</${name}>`;
}

/** Returns whether a request prefers JSON to XML, which is the default. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers.accept ?? '');
}

/** Sends a document as XML, or as JSON to a client that asks for it. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, root: Element, json: object): FastifyReply {
  reply.header('vary', 'accept');
  if (wantsJson(request)) return reply.type('application/json; charset=utf-8').send(JSON.stringify(json));
  return reply.type('application/xml; charset=utf-8').send(xmlDocument(root));
}

/** Characters that XML 1.0 does not allow, not even escaped (https://www.w3.org/TR/xml/#charsets). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Returns a text as it stands in XML, in content and in attributes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
