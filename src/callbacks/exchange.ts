import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AnswerBody, readRetryAfter } from './answer.ts';
import { describeFailure, isConnectionLoss } from './send-failure.ts';

const MAX_HEADER_BYTES = 16 * 1024;

/** What came of one attempt to send a callback. */
export interface SendResult {
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** Why there was no answer, for people. */
  readonly error: string | null;
  /** The start of the answer, at most 1 KiB of text on one line; null when it had no body. */
  readonly answer: string | null;
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
  /** Set when we ended it ourselves, since the process stops: that says nothing of the receiver. */
  readonly isCutOff?: boolean;
}

export interface ExchangeOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Reuses connections. */
  readonly agent: Agent;
  /** Opens a connection for each request. */
  readonly freshAgent: Agent;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly onResult: (result: SendResult) => void;
}

/** One POST on its way to its one result. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #startedAtMs: number;
  readonly #body = new AnswerBody();
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #hasResult = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#startedAtMs = options.monotonicMs();
  }

  start(): void {
    this.#ask(this.#options.agent);
  }

  /** Ends it now: a status that has arrived counts, else this error does. */
  stop(error: string): void {
    this.#finish(error);
    this.#request?.destroy();
  }

  #ask(agent: Agent): void {
    try {
      const request = this.#open(agent);
      this.#request = request;
      request.on('response', (response) => this.#read(response));
      request.on('error', (error) => this.#fail(request, error));
      // Some ends come without an error: a body that breaks off, or a protocol that was not asked for.
      request.on('close', () => {
        if (request === this.#request) this.#finish('the connection was closed before an answer');
      });
      request.end(this.#options.body);
    } catch (error) {
      this.#finish(describeFailure(error));
    }
  }

  #open(agent: Agent): ClientRequest {
    const { url, headers } = this.#options;
    const isTls = url.protocol === 'https:';
    return (isTls ? httpsRequest : httpRequest)({
      agent,
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (isTls ? 443 : 80) : url.port,
      path: url.pathname + url.search,
      headers,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  #read(response: IncomingMessage): void {
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      this.#body.add(chunk);
      if (!this.#body.isFull) return;
      this.#finish(null);
      response.destroy();
    });
    response.on('end', () => this.#finish(null));
  }

  #fail(request: ClientRequest, error: Error): void {
    // Our own stop looks like a connection that the receiver closed: it must not send once more.
    if (this.#hasResult || request !== this.#request) return;
    const wasClosedWhileIdle = request.reusedSocket && !this.#response && isConnectionLoss(error);
    if (wasClosedWhileIdle) this.#ask(this.#options.freshAgent);
    else this.#finish(describeFailure(error));
  }

  #finish(error: string | null): void {
    if (this.#hasResult) return;
    this.#hasResult = true;
    const { nowMs, monotonicMs, onResult } = this.#options;
    const status = this.#response?.statusCode ?? null;
    onResult({
      status,
      error: status === null ? error : null,
      answer: this.#body.text(),
      retryAfterSeconds: readRetryAfter(this.#response?.headers['retry-after'], nowMs()),
      durationMs: monotonicMs() - this.#startedAtMs,
    });
  }
}
