import type { Open, Window } from './domain/windows.ts';

/** Who has what open at the desk, kept in memory alone. */
export interface Presence {
  /**
   * Sends what a window has open to all processes of the database.
   * @throws ServiceError error_unavailable when the others cannot be reached.
   */
  send(window: Window): Promise<void>;
  /** What other keys have open now, as far as this process has received it. */
  openOfOthers(clientId: string): readonly Open[];
}

/** Sends short messages to all processes of a database, including this one. It stores none, so each can be lost. */
export interface Broadcast {
  /** Connects the receiver of the messages. It is called once. */
  connect(receive: (message: string) => void): void;
  /** @throws ServiceError error_unavailable when the database cannot be reached. */
  send(message: string): Promise<void>;
}
