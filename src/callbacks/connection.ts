import { connect as connectTcp, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress } from './address-guard.ts';
import { errorCode, SendFailure } from './send-failure.ts';

/** How long one of several addresses has before the next one is tried beside it. */
const NEXT_ADDRESS_MS = 1_000;

/** Where to open a socket: only ever to these addresses. */
export interface VettedTarget {
  /** The name or address in the URL, which a certificate must be for. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly isTls: boolean;
}

/** All addresses that a name has. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;
export type Connect = (target: VettedTarget) => Duplex;

/** Opens a TCP or TLS socket to one of the addresses, without another look-up. */
export function openSocket(target: VettedTarget, trust: { readonly ca?: string } = {}): Duplex {
  const { host, port, addresses, isTls } = target;
  const answerWithVetted: LookupFunction = (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  const tcp = {
    host,
    port,
    lookup: answerWithVetted,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  };
  if (!isTls) return connectTcp(tcp);
  // An address is no server name (RFC 6066): its certificate is checked by `host` all the same.
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ ...tcp, ...trust, servername, ALPNProtocols: ['http/1.1'] });
}

export interface ConnectorOptions {
  readonly allowLoopback: boolean;
  readonly resolve: Resolve;
  readonly connect: Connect;
  /** Idle ones included. */
  readonly maxSockets: number;
}

/** The one way to a socket: looks the name up, vets every address that it has, then opens. */
export interface Connector {
  /** @throws SendFailure when the target is not allowed, has no address, or too many sockets are open. */
  open(target: Omit<VettedTarget, 'addresses'>): Promise<Duplex>;
  openSockets(): number;
}

export function createConnector({
  allowLoopback,
  resolve,
  connect,
  maxSockets,
}: ConnectorOptions): Connector {
  let openCount = 0;
  const findAddresses = shareRunning(async (host) => {
    const addresses = isIP(host) === 0 ? await lookUp(resolve, host) : [host];
    vet(addresses, allowLoopback);
    return addresses;
  });
  return {
    async open(target) {
      if (openCount >= maxSockets) throw new SendFailure('too many connections are open');
      openCount += 1;
      try {
        const socket = connect({ ...target, addresses: await findAddresses(target.host) });
        socket.once('close', () => {
          openCount -= 1;
        });
        return socket;
      } catch (error) {
        openCount -= 1;
        throw error;
      }
    },
    openSockets: () => openCount,
  };
}

function vet(addresses: readonly string[], allowLoopback: boolean): void {
  const forbidden = addresses.find((address) => !isPublicAddress(address, { allowLoopback }));
  if (forbidden !== undefined) throw new SendFailure(`the address ${forbidden} is not public`);
}

async function lookUp(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOTFOUND') throw new SendFailure('the name could not be looked up');
    return [];
  });
  if (addresses.length === 0) throw new SendFailure('the name has no address');
  return addresses;
}

/** Look-ups hold threads that the whole process shares: those of one name that run at once become one. */
function shareRunning<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key);
    if (known) return known;
    const started = work(key).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
