import type { Socket } from 'node:net';
import { Fault } from '@rotamer/kit/fault.ts';
import type { AddressLimiter } from '../limits/addressLimiter.ts';
import { rateHeaders } from '../limits/rateHeaders.ts';
import { errorBody } from './errorAnswer.ts';
import { requestIdOf } from './requestId.ts';

interface ClientError extends Error {
  code?: string;
}

/** What Node's HTTP parser refuses never becomes a request; it still gets the envelope and the headers of every answer. */
export function answerClientError(addresses: AddressLimiter) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, fault } = refusalOf(error);
    const body = JSON.stringify(errorBody(fault));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestIdOf({ headers: {} }),
      ...rateHeaders(addresses.spend(socket.remoteAddress ?? '')),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
  };
}

function refusalOf({ code }: ClientError): { status: string; fault: Fault } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: '408 Request Timeout',
        fault: new Fault('validation_error', 'The request did not arrive in time.', { resolution: 'Send it again.' }),
      };
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: '431 Request Header Fields Too Large',
        fault: new Fault('payload_too_large', 'The headers are too large.', { resolution: 'Send fewer headers.' }),
      };
    default:
      return {
        status: '400 Bad Request',
        fault: new Fault('validation_error', 'This is not a valid HTTP request.', { resolution: 'Send HTTP/1.1.' }),
      };
  }
}
