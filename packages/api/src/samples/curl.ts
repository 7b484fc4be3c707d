import { type Described, pathOf } from '../operation/example.ts';

/** The request with curl. Its body is a quoted here-document, so that nothing in it means anything to the shell. */
export function curlOf(example: Described): string {
  const { method, body, form, keyed, isPublic, curl = '' } = example;
  const url = `"$ROTAMER_BASE_URL/api/v1${pathOf(example)}"`;
  // What curl does without being told.
  const isImplied = method === (body || form ? 'POST' : 'GET');
  const parts = [
    `curl ${curl}${isImplied ? '' : `-X ${method} `}${url}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $ROTAMER_API_KEY"']),
    ...(keyed ? [`-H 'Idempotency-Key: ${keyed}'`] : []),
    ...(form ? ['-F file=@sequences.fasta', ...Object.entries(form).map(([name, text]) => `-F ${name}=${text}`)] : []),
    ...(body ? ["-H 'Content-Type: application/json'", "-d @- <<'JSON'"] : []),
  ];
  const command = parts.join(' \\\n  ');
  return body ? `${command}\n${JSON.stringify(body, null, 2)}\nJSON` : command;
}
