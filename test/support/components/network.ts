import { ORIGIN } from './origin.ts';

/** A request of a page, with the names of Playwright's. */
interface PageRequest {
  url(): string;
  postData(): string | null;
  headers(): Readonly<Record<string, string>>;
}

/** A request that waits to be handled, with the names of Playwright's routes. */
interface PageRoute {
  request(): PageRequest;
  abort(): Promise<void>;
  fulfill(answer: {
    readonly status: number;
    readonly contentType: string;
    readonly body: string;
  }): Promise<void>;
  /** Passes it to an older route, or to the service. */
  fallback(): Promise<void>;
}

type Handle = (route: PageRoute) => unknown;
type Route = { readonly pattern: string; readonly handle: Handle };
type Fetch = typeof globalThis.fetch;

/** The network between a page that is drawn in this process and its service. */
export class Network {
  /** The bodies of its requests. */
  readonly sent: string[] = [];
  readonly #answers: Promise<string>[] = [];
  readonly #service: string;
  readonly #send: Fetch;
  /** The newest route comes first. */
  #routes: readonly Route[] = [];

  constructor(service: string, send: Fetch) {
    this.#service = service;
    this.#send = send;
  }

  /** @param pattern two stars and the end of an address. */
  route(pattern: string, handle: Handle): void {
    this.#routes = [{ pattern: pattern.replace('**', ''), handle }, ...this.#routes];
  }

  unroute(pattern: string): void {
    this.#routes = this.#routes.filter((route) => route.pattern !== pattern.replace('**', ''));
  }

  /** The texts of all answers in JSON. */
  answers = (): Promise<string[]> => Promise.all(this.#answers);

  fetch: Fetch = async (input, init) => {
    const url = (input instanceof Request ? input.url : String(input)).replace(ORIGIN, this.#service);
    const body = init?.body instanceof Uint8Array ? Buffer.from(init.body).toString() : null;
    if (body !== null) this.sent.push(body);
    const request = {
      url: () => url,
      postData: () => body,
      headers: () => Object.fromEntries(new Headers(init?.headers)),
    };
    const routes = this.#routes.filter(({ pattern }) => url.endsWith(pattern));
    return decide(request, routes, async () => {
      const response = await this.#send(url, init);
      if (response.headers.get('content-type')?.includes('json')) this.#answers.push(response.clone().text());
      return response;
    });
  };
}

function decide(
  request: PageRequest,
  [route, ...older]: readonly Route[],
  send: () => Promise<Response>,
): Promise<Response> {
  if (!route) return send();
  return new Promise((resolve, reject) => {
    void route.handle({
      request: () => request,
      abort: async () => reject(new TypeError('Failed to fetch')),
      fulfill: async ({ status, contentType, body }) =>
        resolve(new Response(body, { status, headers: { 'content-type': contentType } })),
      fallback: async () => resolve(decide(request, older, send)),
    });
  });
}
