import { type Described, pathOf } from '../operation/example.ts';

/** Returns the sample for curl. Its body is a quoted here-document, which the shell does not interpret. */
export function curlOf(example: Described): string {
  const { method, body, form, keyed, isPublic, curl = '' } = example;
  const url = `"$ROTAMER_BASE_URL/api/v1${pathOf(example)}"`;
  // curl uses these methods by default.
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
