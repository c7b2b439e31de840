import { existsSync, fchmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { createFrameReader, toFrame } from './frames.ts';
import type { CommandCall, Reply } from './protocol.ts';
import { changeMade, makePrivateFolder } from './root.ts';

const PRIVATE_FOLDER = 0o700;

/** A call of another process. */
type RemoteCall = Exclude<CommandCall, { kind: 'close' }>;
type Serve = (call: RemoteCall, reply: (reply: Reply) => void) => void;

/** The socket on which other processes send their commands. */
export interface CommandSocket {
  /** Makes the socket anew if somebody has removed its file. */
  keepInPlace(): void;
  close(): void;
}

/** Listens in a folder that only this user can enter. */
export function listenForCommands(path: string, serve: Serve): CommandSocket {
  const connections = new Set<Socket>();
  let server = open();

  function open(): Server {
    makePrivateFolder(dirname(path));
    changeMade(dirname(path), (folder) => fchmodSync(folder, PRIVATE_FOLDER));
    rmSync(path, { force: true });
    const opened = createServer((connection) => follow(connection, connections, serve));
    // The next ping finds that the file is missing, and tries again.
    opened.on('error', () => {});
    return opened.listen(path);
  }

  return {
    keepInPlace() {
      if (existsSync(path)) return;
      server.close();
      server = open();
    },
    close() {
      server.close();
      for (const connection of connections) connection.destroy();
    },
  };
}

function follow(connection: Socket, connections: Set<Socket>, serve: Serve): void {
  const read = createFrameReader();
  connections.add(connection);
  connection.on('data', (chunk) => {
    for (const call of read(chunk) as RemoteCall[])
      serve(call, (reply) => {
        // The process may have died meanwhile. What it asked for is done all the same.
        if (!connection.destroyed) connection.write(toFrame(reply));
      });
  });
  connection.on('error', () => connection.destroy());
  connection.on('close', () => connections.delete(connection));
}
