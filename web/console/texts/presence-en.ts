export const texts = {
  looking: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} looking at this.`,
  others: (count: number) => `${count} others`,
};

export type PresenceTexts = typeof texts;
