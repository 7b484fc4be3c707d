import type { TsProtoServiceDefinition } from 'nice-grpc';
import { validationFault } from '../errors/fault.ts';

/** Stands for a request that cannot be decoded: its bytes are not a message, or a number is outside JavaScript's range. */
class UnreadableRequest {
  readonly reason: string;

  constructor(error: unknown) {
    this.reason = error instanceof Error ? error.message : String(error);
  }
}

/** Returns the same service, except that it marks undecodable requests as unreadable. gRPC would blame the service for them. */
export function withReadableRequests(definition: TsProtoServiceDefinition): TsProtoServiceDefinition {
  const methods = Object.entries(definition.methods).map(([name, method]) => {
    const { requestType } = method;
    return [name, { ...method, requestType: { ...requestType, decode: decodeOr(requestType.decode) } }];
  });
  return { ...definition, methods: Object.fromEntries(methods) };
}

function decodeOr<Input, Message>(decode: (input: Input) => Message) {
  return (input: Input): Message => {
    try {
      return decode(input);
    } catch (error) {
      return new UnreadableRequest(error) as Message;
    }
  };
}

/** @throws Fault `validation_error` for a request that could not be decoded. */
export function refuseUnreadable(request: unknown): void {
  if (!(request instanceof UnreadableRequest)) return;
  throw validationFault([{ path: 'request', message: `cannot be read: ${request.reason.slice(0, 200)}` }]);
}
