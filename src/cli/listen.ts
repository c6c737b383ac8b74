/** Listens for connections, with a sentence for each error. */
import { CommandError } from '../config/options.ts'
import type { AppServer } from './command.ts'

/**
 * Starts to listen, and returns the address for a browser of this machine. Errors advise to choose another port with
 * `option`.
 */
export async function listen(
  app: Pick<AppServer, 'listen'>,
  host: string,
  port: number,
  option = '--port',
): Promise<string> {
  try {
    const bound = new URL(await app.listen({ host, port }))
    return `http://${/^(0\.0\.0\.0|::)$/.test(host) ? `127.0.0.1:${bound.port}` : bound.host}`
  } catch (cause) {
    throw new CommandError(`Cannot listen on ${host}, port ${port}: ${reasonOf(cause, option)}.`, 1, { cause })
  }
}

function reasonOf(error: unknown, option: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return `another program uses the port; choose one with ${option}`
    case 'EACCES':
      return `the system does not allow it; choose a ${option} above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'this machine does not have that address; choose one with --host'
    default:
      return message
  }
}
