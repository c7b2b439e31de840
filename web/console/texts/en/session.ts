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
  secretHint: 'It never leaves this browser, which keeps only a signing key that nobody can read back.',
  staysSignedIn:
    'You stay signed in until you sign out, or for 30 days without use. Sign out when you leave a shared computer.',
  enterAppKey: 'Enter the key name.',
  badAppKey: 'A key name has only English letters, digits and punctuation, and no spaces.',
  enterSecret: 'Enter the secret.',
  badKeyFile:
    'This is not a key file of the console. Choose the .json file that was downloaded with the key.',
  keyFileOf: (address: string) => `The file is for ${address}.`,
  needsHttps: 'Open the console over https: without it, browsers cannot sign.',
  merchantKey: 'This is the key of a merchant. The console takes keys of viewers, operators and admins.',
  unknownKey: 'There is no key with this name, or it is disabled.',
  otherPlace:
    'This key cannot be used from this network. Connect as usual, such as through the VPN, then try again.',
  wrongSecret: 'This is not the secret of this key.',
  clockBehind: (minutes: number) =>
    `The clock of this computer is ${minutes} minutes behind. Set it right, then try again.`,
  clockAhead: (minutes: number) =>
    `The clock of this computer is ${minutes} minutes ahead. Set it right, then try again.`,
};
