import type { Json } from '../harness.ts';

/** A create request. */
export interface Create {
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A create that got a 200, with the data of the response. */
export interface Acknowledged extends Create {
  readonly data: Json;
}

/** The creates of a client by processId: those with a response, and those without. */
export class Ledger {
  readonly #acknowledged = new Map<string, Acknowledged>();
  readonly #unanswered = new Map<string, Create>();
  readonly #inOrder: Acknowledged[] = [];

  send(create: Create): void {
    this.#unanswered.set(processIdOf(create), create);
  }

  acknowledge(create: Create, data: Json): void {
    const acknowledged = { ...create, data };
    this.#unanswered.delete(processIdOf(create));
    this.#acknowledged.set(processIdOf(create), acknowledged);
    this.#inOrder.push(acknowledged);
  }

  acknowledged(): readonly Acknowledged[] {
    return this.#inOrder;
  }

  unanswered(): readonly Create[] {
    return [...this.#unanswered.values()];
  }

  knows(processId: string): boolean {
    return this.#acknowledged.has(processId) || this.#unanswered.has(processId);
  }
}

export function processIdOf({ fields }: Create): string {
  return fields.processId ?? '';
}
