import { execFileSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { type ApiResponse, type Credentials, hmac, type Json, MERCHANT } from '../harness.ts';
import { rawCall } from './raw-http.ts';
import type { ServiceProcess } from './service-process.ts';

/** Processes take long to start and to end on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };

/** The ids of the worker processes of a service. */
export function workersOf({ pid }: Pick<ServiceProcess, 'pid'>): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    // It exits with 1 when it finds none.
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves once none of the processes runs. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), PATIENCE);
}

/** Resolves once a service has this many workers that are none of the given ones. */
export async function untilReplaced(
  service: ServiceProcess,
  count: number,
  old: readonly number[],
): Promise<void> {
  const isNew = (pid: number) => !old.includes(pid);
  await vi.waitFor(() => expect(workersOf(service).filter(isNew)).toHaveLength(count), PATIENCE);
}

interface SignedRequest {
  readonly as?: Credentials;
  readonly body?: Readonly<Record<string, string>> | object;
  readonly json?: true;
}

/** Sends a request with a timed sign over a connection of its own: the next worker gets each new connection. */
export function callAlone(
  service: { readonly url: string },
  target: string,
  { as = MERCHANT, body, json }: SignedRequest = {},
): Promise<ApiResponse> {
  const method = body ? 'POST' : 'GET';
  const text = body && (json ? JSON.stringify(body) : String(new URLSearchParams(body as Json)));
  const seconds = Math.floor(Date.now() / 1000);
  const sign = `t=${seconds},v1=${hmac(as.secret, `${seconds}.${method}.${target}.${text ?? ''}`)}`;
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = { appKey: as.appKey, sign, ...(text && { 'content-type': type }) };
  return rawCall(service, { method, target, headers, ...(text && { body: text }) });
}
