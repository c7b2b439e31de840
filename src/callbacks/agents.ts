import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Connector } from './connection.ts';

/** Shorter than what most servers keep an idle connection for; those that announce less are believed. */
const IDLE_MS = 4_000;

export interface AgentsOptions {
  readonly keepAlive: boolean;
  /** While more than these are open, a connection is closed after its answer. */
  readonly maxKeptSockets: number;
}

/** One agent for each scheme. All their connections come from the connector. */
export interface Agents {
  readonly 'http:': HttpAgent;
  readonly 'https:': HttpAgent;
  /** Closes every connection, in use or not. */
  destroy(): void;
}

export function createAgents(connector: Connector, { keepAlive, maxKeptSockets }: AgentsOptions): Agents {
  const options = { keepAlive, timeout: IDLE_MS };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  openThrough(agents['http:'], connector, false);
  openThrough(agents['https:'], connector, true);
  for (const agent of Object.values(agents)) {
    const keepByDefault: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => connector.openSockets() <= maxKeptSockets && keepByDefault(socket);
  }
  return {
    ...agents,
    destroy() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function openThrough(agent: HttpAgent, connector: Connector, isTls: boolean): void {
  agent.createConnection = ({ host, port }, callback) => {
    const done = callback as (error: Error | null, socket?: Duplex) => void;
    connector.open({ host: String(host), port: Number(port), isTls }).then(
      (socket) => done(null, socket),
      (error) => done(error),
    );
    return undefined;
  };
}
