export const session = {
  yourSession: 'your session',
  signedOutElsewhere: 'You signed out in another tab.',
  signIn: 'Sign in',
  keyFile: 'Key file',
  chooseFile: 'Choose a file',
  keyFileHint: 'Choose the file that an admin gave you, or drop it anywhere on this page.',
  or: 'or',
  appKey: 'Key name (appKey)',
  secret: 'Secret',
  secretHint:
    'It is not sent. The browser makes a signing key of it that nobody can read back, and keeps only that key until you sign out.',
  staysSignedIn:
    'You stay signed in on this device until you sign out, or do not use it for 30 days. On a shared computer, sign out when you leave: whoever sits down next could act in your name.',
  enterAppKey: 'Enter the key name.',
  badAppKey: 'A key name has only English letters, digits and signs, and no blanks.',
  enterSecret: 'Enter the secret.',
  badKeyFile:
    'This is not a key file of the console. Choose the .json file that was downloaded with the key.',
  keyFileOf: (address: string) => `The file is for ${address}.`,
  needsHttps: 'Open the console over https: without it, browsers cannot sign.',
  merchantKey: 'This is the key of a merchant. The console takes keys of viewers, operators and admins.',
  unknownKey: 'There is no key of this name, or it is disabled.',
  otherPlace:
    'This key may not be used from this network. Connect as usual, such as through the VPN, then try again.',
  wrongSecret: 'The secret is not that of this key.',
  clockBehind: (minutes: number) =>
    `The clock of this computer is ${minutes} minutes behind. Set it right, then try again.`,
  clockAhead: (minutes: number) =>
    `The clock of this computer is ${minutes} minutes ahead. Set it right, then try again.`,
};
