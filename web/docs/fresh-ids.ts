const MADE = /\b(order|payout|user)-[0-9a-f]{8}\b/g;

/** Puts new ids in the place of those that this page has made. Ids that a reader has typed stay. */
export function renewIds(text: string): string {
  return text.replaceAll(MADE, (_, kind: string) => `${kind}-${crypto.randomUUID().slice(0, 8)}`);
}

/** Gives the creates of the document ids that no other reader has sent. */
export function withFreshIds(document: object): object {
  const made = JSON.stringify(document, (key, value: unknown) => {
    if (key !== 'example' || typeof value !== 'object' || value === null) return value;
    if (!('processId' in value) || 'status' in value) return value;
    const [kind = 'order'] = String(value.processId).split('-');
    return { ...value, processId: `${kind}-00000000`, userId: 'user-00000000' };
  });
  return JSON.parse(renewIds(made));
}
