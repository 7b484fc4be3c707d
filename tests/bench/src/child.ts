import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A child process of the bench that handles one request at a time. */
export interface Child {
  pid: number;
  /** Returns the child's response. An error of the child is thrown here. */
  ask<Answer>(question: unknown): Promise<Answer>;
  /** Returns whether the child has exited or was stopped. */
  hasEnded(): boolean;
  stop(): Promise<void>;
}

type Reply = { answer: unknown } | { error: string };

/** Starts `file` with these flags of Node. The file must call `answerParent`. */
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
      // The child may be ending already, from a signal to the whole process group.
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

/**
 * Runs in the child: passes each request of the parent to `answer`, and sends back the result. When its parent disconnects, the child
 * calls `leave` and exits.
 */
export function answerParent<Question>(
  answer: (question: Question) => Promise<unknown>,
  leave: () => Promise<unknown> = async () => undefined,
): void {
  process.on('message', async ({ question }: { question: Question }) => {
    const reply: Reply = await answer(question).then(
      (result) => ({ answer: result }),
      (error: Error) => ({ error: error.stack ?? error.message }),
    );
    process.send!(reply);
  });
  process.on('disconnect', () => void leave().finally(() => process.exit(0)));
}
