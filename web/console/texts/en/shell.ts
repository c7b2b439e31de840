export const shell = {
  console: 'Operator console',
  screens: 'Screens',
  titles: {
    queue: 'Queue',
    search: 'Search',
    overview: 'Overview',
    clients: 'Clients',
    banks: 'Banks',
    blacklist: 'Blacklist',
    audit: 'Audit log',
  },
  live: {
    connecting: 'Connecting …',
    live: 'Live',
    reconnecting: 'Reconnecting …',
  },
  timesIn: (zone: string) => `Times in ${zone}`,
  language: 'Language',
  signOut: 'Sign out',
  notHere: 'Not here',
  noSuchScreen: 'There is no such screen, or your key may not see it.',
  goToQueue: 'Go to the queue',
};
