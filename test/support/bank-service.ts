import { type Delivery, type Responder, startReceiver } from './receiver.ts';

/** The service's reaction to a request. */
export type Behaviour = Responder;

/** An Available Banks service whose behaviour a test chooses. */
export interface BankService extends AsyncDisposable {
  /** The URL of its list. */
  readonly url: string;
  readonly requests: readonly Delivery[];
  behave(behaviour: Behaviour): void;
  /** Resolves when the next request has arrived. */
  nextRequest(): Promise<unknown>;
  /** The number of requests without a complete response. */
  openRequests(): number;
}

/** Starts the service on a free port of the loopback interface. By default it has one valid bank. */
export async function startBankService(behaviour: Behaviour = banks(BANK)): Promise<BankService> {
  let open = 0;
  const counted =
    (react: Behaviour): Behaviour =>
    (request, response, delivery) => {
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      react(request, response, delivery);
    };
  const receiver = await startReceiver({ respond: counted(behaviour) });
  return {
    url: `http://127.0.0.1:${receiver.port}/banks?market=tr`,
    requests: receiver.deliveries,
    behave: (next) => receiver.respondWith(counted(next)),
    nextRequest: () => receiver.arrivals(receiver.deliveries.length + 1),
    openRequests: () => open,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

export const BANK = {
  _id: '65f0a1b2c3d4e5f601020304',
  name: 'Remote Bank',
  deposit: { minAmount: 10, maxAmount: 5000.5 },
  withdrawal: null,
};

/** The JSON text of an envelope like that of this service. No two are equal. */
let responded = 0;
export function envelope(data: unknown): string {
  responded += 1;
  return JSON.stringify({ data, status: 200, responseTime: `${responded}ms`, app_version: '1.0.0' });
}

/** Responds with these banks. */
export function banks(...list: readonly unknown[]): Behaviour {
  return (...exchange) => reply(envelope(list))(...exchange);
}

export interface ReplyHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with this body, as JSON unless the headers say otherwise. */
export function reply(body: string | Uint8Array, { status = 200, headers }: ReplyHead = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, headers ?? { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
}

/** Responds without end, as fast as the response is read. */
export const flood: Behaviour = (_request, response) => {
  const chunk = ' '.repeat(64 * 1024);
  const fill = () => {
    while (!response.destroyed && response.write(chunk)) {}
  };
  response.setHeader('content-type', 'application/json');
  response.on('drain', fill);
  fill();
};
