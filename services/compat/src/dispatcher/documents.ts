import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeXml } from '../http/xml.ts';

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
