import type { JobLog } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Sink } from '../eventStream.ts';
import { frame, RETRY_FRAME } from '../frames.ts';
import type { Pinged } from '../openStreams.ts';
import { headOf, textOf } from './logText.ts';

/** A place in the logs of a job: an attempt, and bytes from the beginning of its log. */
export interface LogPlace {
  attempt: number;
  after: number;
}

/** Reads a log after a place; without an attempt, that of the last one. */
export type ReadLog = (place: { attempt?: number; after: number }) => Promise<JobLog>;

interface Options {
  read: ReadLog;
  /** Undefined: from the beginning of the last attempt. */
  place: LogPlace | undefined;
  /** Later attempts do not follow. */
  onlyAttempt?: number;
  /** Milliseconds between two reads. */
  everyMs: number;
}

/** A quiet log is read less often: at most after this many times the usual pause. */
const MAX_PAUSES = 4;

/**
 * Sends a log to one client, no faster than the client reads. Runners send about once a second, so jobs is asked as often,
 * and less often when nothing was new. Memory holds one part at most.
 */
export class LogStream implements Pinged {
  readonly #options: Options;
  #sink: Sink | undefined;
  #place: LogPlace | undefined;
  /** Text to write before the next part. */
  #text = RETRY_FRAME;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #quietReads = 0;
  #isEnding = false;
  /** The head of the log was sent. */
  #hasHead = false;
  /** The client had unread data at the last ping, and has not read all of it since. */
  #isBehind = false;

  constructor(options: Options) {
    this.#options = options;
    this.#place = options.place;
  }

  /** Takes the log as it is read before the stream begins. */
  first(log: JobLog): void {
    this.#take(log);
  }

  /** Starts writing to the client. */
  begin(sink: Sink): void {
    this.#sink = sink;
    sink.on('drain', () => {
      this.#isBehind = false;
      this.#flush();
      this.#wait();
    });
    this.#flush();
    this.#wait();
  }

  /** Sends a ping; cuts off a client that has read nothing since the last one. Call every 15 s. */
  ping(text: string): void {
    if (this.#isBehind) this.#sink?.destroy();
    else if (this.#sink?.writableNeedDrain) this.#isBehind = true;
    else if (this.#sink) {
      this.#text += text;
      this.#flush();
    }
  }

  /** Sends an `error` event and ends. */
  fail(message: string): void {
    this.#text += frame('error', { message });
    this.end();
  }

  /** Ends without an event, so that the client reconnects. Cuts off a client that is behind. */
  end(): void {
    this.#isEnding = true;
    this.stop();
    if (this.#sink?.writableNeedDrain) this.#sink.destroy();
    else this.#flush();
  }

  /** Reads no more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The place from which to read on: of the next attempt, once the one that was read has ended. */
  get next(): { attempt?: number; after: number } {
    return this.#place ?? { attempt: this.#options.onlyAttempt, after: 0 };
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#isEnding || this.#isReading || !this.#canWrite()) return;
    const pauses = Math.min(1 + this.#quietReads, MAX_PAUSES);
    this.#timer = setTimeout(() => this.#readOn(), pauses * this.#options.everyMs);
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      let hasMore = true;
      while (hasMore && this.#canWrite()) {
        hasMore = this.#take(await this.#options.read(this.next));
        this.#flush();
      }
    } catch {
      // The client reconnects, and goes on after the last part it has.
      this.end();
    } finally {
      this.#isReading = false;
      this.#wait();
    }
  }

  /** Returns whether there is more to read at once. */
  #take(log: JobLog): boolean {
    const { attempt, lastAttempt, parts, endsAt, ended } = log;
    // No attempt has begun: nothing to show, and no place to remember.
    if (attempt === 0 && !ended) return false;
    const after = this.#place?.attempt === attempt ? this.#place.after : 0;
    const shown = textOf(parts, after);
    const isFirst = after === 0 && (shown.text !== '' || !log.kept) && !this.#hasHead;
    this.#hasHead ||= isFirst;
    const text = `${isFirst ? headOf(log) : ''}${shown.text}`;
    this.#quietReads = text === '' ? this.#quietReads + 1 : 0;
    this.#place = { attempt, after: shown.endsAt };
    if (text !== '') this.#text += `id: ${attempt}-${shown.endsAt}\n${frame('log', { attempt, text })}`;
    if (shown.endsAt < endsAt && parts.length > 0) return true;
    if (!ended) return false;
    if (attempt < lastAttempt && this.#options.onlyAttempt === undefined) {
      this.#place = { attempt: attempt + 1, after: 0 };
      this.#hasHead = false;
      return true;
    }
    this.#text += frame('ended', { attempt });
    this.#isEnding = true;
    return false;
  }

  #canWrite(): boolean {
    const sink = this.#sink;
    return !!sink && !this.#isEnding && !sink.destroyed && !sink.writableEnded && !sink.writableNeedDrain;
  }

  #flush(): void {
    const sink = this.#sink;
    if (!sink || sink.destroyed || sink.writableEnded || sink.writableNeedDrain) return;
    if (this.#text !== '') sink.write(this.#text);
    this.#text = '';
    if (this.#isEnding) sink.end();
  }
}
