import type { Transaction } from './domain/transaction.ts';

/** The audience of a change: everybody, or the desk alone, of plans, claims, notes and callbacks. */
export type Audience = 'all' | 'desk';

/** A change, without what it changed. */
export interface Change {
  readonly id: string;
  /** The sequence of the transaction after it; not given where it is not known. */
  readonly sequence?: number | undefined;
  readonly audience: Audience;
  /**
   * The place of its row in the audit log, where a change leaves the sequence as it is: it is the only name by which two
   * of them can be told apart.
   */
  readonly auditPosition?: number | undefined;
}

/** Carries what one process publishes to the subscribers of the others. */
export interface ChangeTransport {
  /** Connects the bus of this process, once. */
  connect(receiver: ChangeReceiver): void;
  /** Resolves when no later change is missed. A service waits for it before it answers. */
  start?(): Promise<void>;
  /** False while surely no other process has a subscriber; not given where that is not known. */
  readonly isHeard?: boolean;
  /**
   * Tells whether this process has subscribers. Not given where others need not know.
   * @returns resolves once everything arrives that others publish from then on.
   */
  listen?(hasSubscribers: boolean): Promise<void>;
  /** Tells the other processes of a committed change. It returns at once and never throws. */
  send(transaction: Transaction, audience: Audience, auditPosition?: number): void;
}

/** The bus of one process, as its transport sees it. */
export interface ChangeReceiver {
  readonly hasSubscribers: boolean;
  /** Delivers a change that another process has published. */
  receive(transaction: Transaction, audience: Audience, auditPosition?: number): void;
  /** Delivers a change that was read again because messages may be lost, unless it was delivered before. */
  receiveAgain(transaction: Transaction, audience: Audience, auditPosition?: number): void;
  /** Whether anybody of its audience was not told of a change, nor of a later state. */
  isNew(change: Change): boolean;
  /** Notes a change of another process without local subscribers. */
  pass(change: Change): void;
  /** Ends every subscription, since changes are lost: who subscribes again reads what it missed. */
  endAll(): void;
}
