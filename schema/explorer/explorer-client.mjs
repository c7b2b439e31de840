// Runs in the browser before GraphiQL. It asks for a key and signs GraphiQL's requests with it.
// It is plain JavaScript, because it is served without a build.

const ENDPOINT = '/graphql';
const WRONG_KEY = ['error_missing_credentials', 'error_site_not_found', 'error_invalid_sign'];

const sendUnsigned = window.fetch.bind(window);
const form = document.querySelector('form');
const status = document.querySelector('output');
const utf8 = new TextEncoder();

/** A promise of the key. GraphiQL's requests wait for it. The key is stored in the memory of this page only. */
let credentials = askForKey('Enter a key to explore with.');

document.querySelector('#change').addEventListener('click', () => {
  credentials = askForKey('Enter another key.');
});

/** Resolves with the key that the user enters. Its secret can be used afterwards, but not read. */
async function askForKey(message) {
  status.textContent = message;
  form.hidden = false;
  await new Promise((resolve) => {
    form.onsubmit = (event) => {
      event.preventDefault();
      resolve();
    };
  });
  const { appKey, secret } = form.elements;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret.value), algorithm, false, ['sign']);
  secret.value = '';
  form.hidden = true;
  status.textContent = `Signed as ${appKey.value}.`;
  return { appKey: appKey.value, key };
}

/** Computes the timed sign of a request. */
async function sign(key, { method, target, body }) {
  const seconds = Math.floor(Date.now() / 1000);
  const nonce = crypto.randomUUID();
  const payload = `${seconds}.${nonce}.${method}.${target}.${body}`;
  const digest = await crypto.subtle.sign('HMAC', key, utf8.encode(payload));
  return `t=${seconds},n=${nonce},v1=${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || pathname !== ENDPOINT) return sendUnsigned(request);
  const { appKey, key } = await credentials;
  const { method, signal } = request;
  const body = await request.text();
  const headers = new Headers(request.headers);
  headers.set('appKey', appKey);
  headers.set('sign', await sign(key, { method, target: pathname + search, body }));
  const response = await sendUnsigned(request.url, { method, headers, body: body || undefined, signal });
  if (!response.ok) await askAgainIfRefused(response.clone());
  return response;
};

async function askAgainIfRefused(response) {
  const { errors = [] } = await response.json();
  const [{ message, extensions } = {}] = errors;
  if (WRONG_KEY.includes(extensions?.code)) credentials = askForKey(message);
}

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_moduleId, label) => `${ENDPOINT}/explorer/${label}.js`,
};

// GraphiQL's script is deferred, so it has run by then.
document.addEventListener('DOMContentLoaded', () => {
  window.YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    endpoint: ENDPOINT,
    title: 'bank-transfers',
    defaultQuery: '# Enter a key above, then write a query.\n{\n  banks {\n    _id\n    name\n  }\n}\n',
  });
});
