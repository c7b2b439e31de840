import type { PresenceTexts } from './presence-en.ts';

export const texts: PresenceTexts = {
  looking: (names, _count) => `${names} bu kayda bakıyor.`,
  others: (count) => `${count} kişi daha`,
};
