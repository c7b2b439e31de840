import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { importSecret } from '../../src/client/secret.ts';
import './docs.css';
import { type Credentials, signRequest } from './signing.ts';

/** The service as this page reaches it. A proxy may serve it at another address than the document names. */
const root = new URL(document.documentElement.dataset.root ?? './', location.href).href;

/** The key is in the memory of this page only. */
let credentials: Credentials | undefined;

const header = document.querySelector('header');
const form = document.querySelector('form');
const appKeyField = document.querySelector<HTMLInputElement>('#app-key');
const secretField = document.querySelector<HTMLInputElement>('#secret');
const status = document.querySelector('output');
const pane = document.querySelector<HTMLElement>('#reference');

if (header && form && appKeyField && secretField && status) {
  header.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [appKey, secret] = [appKeyField.value, secretField.value];
    form.reset();
    // A mistyped key must not leave requests signed by the one before.
    credentials = undefined;
    try {
      credentials = { appKey, key: await importSecret(secret) };
      status.textContent = `Requests are signed as ${appKey}.`;
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  });
}

/** Swagger UI would ask for the header of a sign, which each request needs again. */
const withoutItsOwnKeys = {
  wrapComponents: {
    authorizeBtn: () => () => null,
    authorizeOperationBtn: () => () => null,
  },
};

/** Requests go to the service that has sent the page: its content security policy allows no other host. */
const withThisServer = {
  wrapComponents: { ServersContainer: () => () => null },
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update: (document: object) => unknown) => (document: object) =>
          update(withFreshIds({ ...document, servers: [{ url: root.slice(0, -1) }] })),
      },
    },
  },
};

interface BodySystem {
  readonly oas3Selectors: { requestBodyValue(path: string, method: string): unknown };
  readonly oas3Actions: {
    setRequestBodyValue(change: { value: string; pathMethod: readonly [string, string] }): void;
  };
}

/** Executing a create again should create again: an example whose ids were sent gets new ones. */
const withNewIdsAfterEachCall = {
  statePlugins: {
    spec: {
      wrapActions: {
        setResponse:
          (set: (...given: unknown[]) => unknown, { oas3Selectors, oas3Actions }: BodySystem) =>
          (path: string, method: string, response: unknown) => {
            const body = oas3Selectors.requestBodyValue(path, method);
            const value = typeof body === 'string' ? renewIds(body) : body;
            if (typeof value === 'string' && value !== body)
              oas3Actions.setRequestBodyValue({ value, pathMethod: [path, method] });
            return set(path, method, response);
          },
      },
    },
  },
};

const MADE = /\b(order|payout|user)-[0-9a-f]{8}\b/g;

if (pane)
  SwaggerUI({
    url: `${root}openapi.json`,
    domNode: pane,
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    requestInterceptor: (request) => signRequest(request, credentials, root),
    plugins: [withoutItsOwnKeys, withThisServer, withNewIdsAfterEachCall],
  });

/** Replaces the ids that this page has made by new ones. Ids that a reader has typed stay. */
function renewIds(text: string): string {
  return text.replaceAll(MADE, (_, kind: string) => `${kind}-${crypto.randomUUID().slice(0, 8)}`);
}

/** Gives the creates of the document ids that no other reader has used. */
function withFreshIds(document: object): object {
  const made = JSON.stringify(document, (key, value: unknown) => {
    if (key !== 'example' || typeof value !== 'object' || value === null) return value;
    if (!('processId' in value) || 'status' in value) return value;
    const [kind = 'order'] = String(value.processId).split('-');
    return { ...value, processId: `${kind}-00000000`, userId: 'user-00000000' };
  });
  return JSON.parse(renewIds(made));
}
