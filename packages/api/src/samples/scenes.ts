import type { Example } from '../operation/example.ts';
import { exampleName, exampleTool } from '../operation/exampleValues.ts';

/** Samples of the guides: a different request of an operation, or several requests in a row. `of` is the operation's id. */
export const scenes: Readonly<Record<string, Example & { of: string }>> = {
  runJob: {
    of: 'submitJob',
    hasNoRequest: true,
    cli: `run ${exampleTool} sequences.fasta --max-credits 1 --output results`,
    uses: { '@rotamer/client': ['Rotamer', 'textInput'], '@rotamer/client/download': ['downloadResults'] },
    typescript: `const fasta = '>insulin_b\\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\\n';
const inputs = [textInput('sequences', fasta, { kind: 'protein', format: 'FASTA' })];
const job = await rotamer.jobs.run({
  tool: '${exampleTool}',
  name: '${exampleName}',
  input: { inputs },
  max_quoted_credits: 1,
});
const results = await job.results();
console.log(job.status, results.values('properties'));
await downloadResults(results, 'results');`,
    python: `fasta = ">insulin_b\\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\\n"
sequence = rotamer.text_input("sequences", fasta, kind="protein", format="FASTA")
job = client.jobs.run(
    "${exampleTool}",
    [sequence],
    name="${exampleName}",
    max_quoted_credits=1,
)
results = job.results()
print(job.status, results.values("properties"))
results.download("results")`,
  },
  verifyWebhook: {
    of: 'createWebhookEndpoint',
    hasNoRequest: true,
    cli: 'webhooks create https://lims.example.org/rotamer',
    uses: { '@rotamer/client': ['Rotamer'], standardwebhooks: ['Webhook'] },
    typescript: `const { secret } = await rotamer.webhooks.create({ url: 'https://lims.example.org/rotamer' });
const webhook = new Webhook(secret);

// What your server receives. This test of a handler signs it as Rotamer does.
const body = '{"id": "evt_1", "type": "job.completed"}';
const now = new Date();
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': webhook.sign('evt_1', now, body),
};

// Throws when the request was not signed with the secret, or is old.
const event = webhook.verify(body, headers);
console.log(event);`,
    python: `from datetime import datetime, timezone

from standardwebhooks import Webhook

endpoint = client.webhooks.create("https://lims.example.org/rotamer")
webhook = Webhook(endpoint["secret"])

# What your server receives. This test of a handler signs it as Rotamer does.
body = '{"id": "evt_1", "type": "job.completed"}'
now = datetime.now(timezone.utc)
headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": str(int(now.timestamp())),
    "webhook-signature": webhook.sign("evt_1", now, body),
}

# Raises WebhookVerificationError when the request was not signed with the secret, or is old.
event = webhook.verify(body, headers)
print(event["type"])`,
  },
  submitMetered: {
    of: 'submitJob',
    body: {
      tool: 'conformer-generation',
      name: 'Conformers of ethanol',
      input: {
        inputs: [
          {
            id: 'ethanol',
            slotId: 'molecules',
            kind: 'smiles',
            format: 'SMILES',
            source: { type: 'text' },
            content: 'CCO ethanol',
          },
        ],
      },
      billing: { max_reserved_credits: 10 },
    },
    keyed: 'ethanol-1',
    cli: 'submit conformer-generation molecules.smi --max-credits 10',
    call: 'jobs.submit',
    keywords: {
      tool: 'conformer-generation',
      inputs: [
        {
          id: 'ethanol',
          slotId: 'molecules',
          kind: 'smiles',
          format: 'SMILES',
          source: { type: 'text' },
          content: 'CCO ethanol',
        },
      ],
      max_reserved_credits: 10,
    },
    shown: { as: 'job', fields: ['id', 'status'] },
  },
  submitSavedFile: {
    of: 'submitJob',
    body: {
      tool: exampleTool,
      name: 'A saved file',
      input: {
        inputs: [
          {
            id: 'saved',
            slotId: 'sequences',
            kind: 'protein',
            format: 'FASTA',
            source: { type: 'file', file_id: 'FILE_ID' },
          },
        ],
      },
    },
    keyed: 'saved-file-1',
    uses: { '@rotamer/client': ['Rotamer', 'fileInput'] },
    typescript: `const saved = fileInput('sequences', 'FILE_ID', { kind: 'protein', format: 'FASTA' });
const job = await rotamer.jobs.submit({
  tool: '${exampleTool}',
  name: 'A saved file',
  input: { inputs: [saved] },
});
console.log(job.id, job.status);`,
    python: `saved = rotamer.file_input("sequences", "FILE_ID", kind="protein", format="FASTA")
job = client.jobs.submit("${exampleTool}", [saved], name="A saved file")
print(job.id, job.status)`,
  },
  waitForJob: {
    of: 'streamJobEvents',
    hasNoRequest: true,
    cli: 'jobs watch JOB_ID --timeout 15m',
    typescript: `const job = await rotamer.jobs.at('JOB_ID').wait({ timeout: 900 });
console.log(job.status, job.data.error);`,
    python: `job = client.jobs.at("JOB_ID").wait(timeout=900)
print(job.status, job.data["error"])`,
  },
  catchErrors: {
    of: 'quoteJob',
    hasNoRequest: true,
    cli: `quote ${exampleTool} sequences.fasta || echo "exit code $?"`,
    uses: { '@rotamer/client': ['ApiError', 'Rotamer', 'ValidationError', 'textInput'] },
    typescript: `const inputs = [textInput('sequences', '>x\\nMKV1\\n', { kind: 'protein', format: 'FASTA' })];
try {
  await rotamer.jobs.quote({ tool: '${exampleTool}', input: { inputs } });
} catch (error) {
  if (error instanceof ValidationError) console.log(error.problems);
  else if (error instanceof ApiError) console.log(error.code, error.resolution, error.requestId);
  else throw error;
}`,
    python: `sequence = rotamer.text_input("sequences", ">x\\nMKV1\\n", kind="protein", format="FASTA")
try:
    client.jobs.quote("${exampleTool}", [sequence])
except rotamer.ValidationError as error:
    print(error.problems)
except rotamer.ApiError as error:
    print(error.code, error.resolution, error.request_id)`,
  },
};
