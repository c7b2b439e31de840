/** A mistake in how the service was started. The message is one line for the operator. */
export class StartError extends Error {}

/**
 * Runs a step of the start that fails when a setting is wrong.
 * @throws StartError that names the setting, when the operating system or the database refuses.
 */
export async function asConfigError<T>(setting: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    // Errors of the system and of the database have a code. One without a code is a bug of the service.
    const refused = error instanceof Error && 'code' in error && !(error instanceof StartError);
    throw refused ? new StartError(`${setting}: ${error.message}`, { cause: error }) : error;
  }
}
