import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { RunningServer } from './servers.ts';

export const MERCHANT = { appKey: 'demo-merchant', secret: 'demo-merchant-secret' };
export const OPERATOR = { appKey: 'demo-operator', secret: 'demo-operator-secret' };

const agent = new Agent({ keepAlive: true });

export interface SignedCall {
  readonly as: typeof MERCHANT;
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: Buffer;
  readonly type?: string;
}

/** Sends one signed request. @returns its data. @throws Error with the response if it is an error. */
// biome-ignore lint/suspicious/noExplicitAny: the callers know the fields of each response
export async function callSigned({ port }: RunningServer, call: SignedCall): Promise<any> {
  const { as, method, target, body, type } = call;
  const seconds = Math.floor(Date.now() / 1000);
  const signed = Buffer.concat([Buffer.from(`${seconds}.${method}.${target}.`), body ?? Buffer.alloc(0)]);
  const sign = `t=${seconds},v1=${createHmac('sha256', as.secret).update(signed).digest('base64')}`;
  const headers = {
    appKey: as.appKey,
    sign,
    'content-length': String(body?.length ?? 0),
    ...(type !== undefined && { 'content-type': type }),
  };
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path: target, headers, agent }, (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        received += part;
      });
      response.on('end', () => resolve(received));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  const { data, error } = JSON.parse(text);
  if (error) throw new Error(text);
  return data;
}

/** Sends fields as a form. */
export function postForm(server: RunningServer, target: string, fields: Readonly<Record<string, string>>) {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const type = 'application/x-www-form-urlencoded';
  return callSigned(server, { as: MERCHANT, method: 'POST', target, body, type });
}

/** Waits until every line that was imported is decided. */
export async function untilMatched(server: RunningServer, sleepMs = 500): Promise<void> {
  for (;;) {
    const call = { as: OPERATOR, method: 'GET', target: '/v1/statement-lines/counts' } as const;
    const counts: readonly { readonly state: string }[] = await callSigned(server, call);
    if (counts.length > 0 && counts.every(({ state }) => state !== 'new')) return;
    await new Promise((resolve) => setTimeout(resolve, sleepMs));
  }
}
