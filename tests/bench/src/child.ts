import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A child process of the bench that handles one request at a time. */
export interface Child {
  pid: number;
  /** The child's response; its errors are thrown here. */
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Whether it has exited or was stopped. */
  hasEnded(): boolean;
  stop(): Promise<void>;
}

type Reply = { answer: unknown } | { error: string };

/** Starts `file`, which must call `answerParent`, with these flags of Node. */
export function startChild(file: string, flags: string[] = []): Child {
  const child: ChildProcess = fork(file, { serialization: 'advanced', execArgv: [...process.execArgv, ...flags] });
  let answered: ((reply: Reply) => void) | undefined;
  child.on('message', (reply) => answered?.(reply as Reply));
  child.on('exit', (code) => answered?.({ error: `${file} exited with ${code}` }));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid!,
    async ask<Answer>(question: unknown): Promise<Answer> {
      child.send({ question });
      const reply = await new Promise<Reply>((resolve) => {
        answered = resolve;
      });
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer as Answer;
    },
    hasEnded,
    async stop() {
      if (hasEnded()) return;
      const gone = once(child, 'exit');
      // A signal to the whole group may be ending it.
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

/** The other end, in the child; it runs until its parent disconnects. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', async ({ question }: { question: Question }) => {
    const reply: Reply = await answer(question).then(
      (result) => ({ answer: result }),
      (error: Error) => ({ error: error.stack ?? error.message }),
    );
    process.send!(reply);
  });
  process.on('disconnect', () => process.exit(0));
}
