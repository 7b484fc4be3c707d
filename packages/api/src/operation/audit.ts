/**
 * What the audit log records about an operation. Nothing else of request or response is recorded: no secret, no input and no
 * free text.
 */
export interface Audit {
  /** The recorded action: the resource and a past participle, e.g. `sharing.changed`. */
  action: `${string}.${string}`;
  /** The type of the resource, e.g. `job`. */
  resource: string;
  /**
   * Where the id of the resource is: a path parameter, a field of the JSON body of the request or of the response, or the
   * credential for operations on the sender's own session or choices.
   */
  id: { param: string } | { request: string } | { response: string } | { credential: 'id' | 'userId' };
  /**
   * Fields of the response that are recorded too, each at most 1,000 characters as JSON. Only ids, amounts and enumerations:
   * never secrets, inputs, names or addresses of people.
   */
  facts?: readonly string[];
  /** Records only what succeeded on a resource of another user. The handler sets `request.resourceOwner`. */
  onlyOfOthers?: true;
}
