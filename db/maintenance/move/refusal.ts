/** A move that cannot begin or go on. The message is one line for the operator. */
export class MoveRefusal extends Error {}
