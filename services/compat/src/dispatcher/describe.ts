import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Element, sendDocument } from './documents.ts';
import type { Parameter, ResultType, Service } from './service.ts';

/** Sends the names of a service's parameters. */
export function sendParameters(request: FastifyRequest, reply: FastifyReply, { parameters }: Service): FastifyReply {
  const ids = Object.keys(parameters);
  return sendDocument(request, reply, ['parameters', ids.map((id): Element => ['id', id])], { parameters: ids });
}

/** Sends the description of one parameter. */
export function sendParameter(request: FastifyRequest, reply: FastifyReply, parameter: Parameter): FastifyReply {
  const { name, description, type, values = [] } = parameter;
  const listed = values.map((value) => ({
    label: value,
    value,
    defaultValue: value === parameter.default,
  }));
  const elements = listed.map(
    ({ label, value, defaultValue }): Element => [
      'value',
      [
        ['label', label],
        ['value', value],
        ['defaultValue', String(defaultValue)],
      ],
    ],
  );
  const root: Element = [
    'parameter',
    [
      ['name', name],
      ['description', description],
      ['type', type],
      ...(elements.length > 0 ? [['values', elements] as Element] : []),
    ],
  ];
  const json = { name, description, type, ...(listed.length > 0 && { values: { values: listed } }) };
  return sendDocument(request, reply, root, json);
}

/** Sends the kinds of files that a job has made. */
export function sendResultTypes(request: FastifyRequest, reply: FastifyReply, types: ResultType[]): FastifyReply {
  const listed = types.map(({ identifier, label, suffix, mediaType }) => ({
    description: label,
    fileSuffix: suffix,
    identifier,
    label,
    mediaType,
  }));
  const elements = listed.map(
    (type): Element => ['type', Object.entries(type).map(([name, text]): Element => [name, text])],
  );
  return sendDocument(request, reply, ['types', elements], { types: listed });
}
