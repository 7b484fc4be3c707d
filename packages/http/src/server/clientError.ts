import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { AddressLimiter } from '../limits/addressLimiter.ts';
import { rateHeaders } from '../limits/rateHeaders.ts';
import { errorBody } from '../request/errorAnswer.ts';
import { requestIdOf } from '../request/requestId.ts';
import { type AllowedMethods, routeFault } from '../request/routeTable.ts';

/** Node's code for an incomplete request on a connection that has timed out. */
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Our own code for a request with the method CONNECT. */
const CONNECT = 'CONNECT';

interface ClientError extends Error {
  code?: string;
  /** The last input of the parser. It is a Buffer, although Fastify's type does not say so. */
  rawPacket?: unknown;
}

interface Refusal {
  status: string;
  fault: Fault;
  /** Methods for the Allow header. */
  allowed?: string[];
}

interface Needs {
  addresses: AddressLimiter;
  allowedMethods: AllowedMethods;
  isLate: (socket: Socket) => Promise<boolean>;
  log: Logger;
}

/** Sends the usual error envelope and headers for input that Node's HTTP parser rejects before it becomes a request. */
export function answerClientError({ addresses, allowedMethods, isLate, log }: Needs) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code !== TIMEOUT) answer(error, socket);
    else {
      isLate(socket).then(
        (late) => late && answer(error, socket),
        (err) => log.error({ err }, 'could not check a slow client'),
      );
    }
  };

  function answer(error: ClientError, socket: Socket): void {
    const { status, fault, allowed = [] } = refusalOf(error, allowedMethods);
    const body = JSON.stringify(errorBody(fault));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestIdOf({ headers: {} }),
      ...(allowed.length > 0 && { allow: allowed.join(', ') }),
      ...rateHeaders(addresses.spend(socket.remoteAddress ?? '')),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
  }
}

/**
 * Sends our own responses where Node would send one without a body or none. An unknown expectation is ignored (RFC 9110,
 * 10.1.1). CONNECT, which asks for a tunnel, is refused.
 */
export function answerEverything(server: Server, refuse: (error: ClientError, socket: Socket) => void): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    refuse(Object.assign(new Error('a proxy was asked for'), { code: CONNECT }), socket as Socket);
  });
}

function refusalOf({ code, rawPacket }: ClientError, allowedMethods: AllowedMethods): Refusal {
  switch (code) {
    case TIMEOUT:
      return {
        status: '408 Request Timeout',
        fault: new Fault('request_timeout', 'The request did not arrive in time.'),
      };
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: '431 Request Header Fields Too Large',
        fault: new Fault('payload_too_large', 'The request headers are too large.', {
          resolution: 'Send fewer or smaller headers.',
        }),
      };
    case CONNECT:
      return { status: '405 Method Not Allowed', fault: new Fault('method_not_allowed', 'This is not a proxy.') };
    case 'HPE_INVALID_METHOD':
      return unknownMethod(rawPacket, allowedMethods) ?? noHttp();
    default:
      return noHttp();
  }
}

/** The refusal of an otherwise valid request with a method that Node does not know: 404 or 405, by its path. */
function unknownMethod(packet: unknown, allowedMethods: AllowedMethods): Refusal | undefined {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const [, url] = /^[A-Za-z-]+ (\/\S*) HTTP\/1\.[01]\r\n/.exec(text) ?? [];
  if (url === undefined) return undefined;
  const allowed = allowedMethods(url);
  const status = allowed.length > 0 ? '405 Method Not Allowed' : '404 Not Found';
  return { status, fault: routeFault(allowed), allowed };
}

function noHttp(): Refusal {
  return {
    status: '400 Bad Request',
    fault: new Fault('validation_error', 'The request is not valid HTTP.', {
      resolution: 'Send a valid HTTP/1.1 request.',
    }),
  };
}
