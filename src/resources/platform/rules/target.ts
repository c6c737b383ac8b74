/** The addresses that the program can call for a user. */
import { invalid } from '../../../lib/errors.ts'

/** Throws 400 for a text that is not an address; `at` is its position in the input. */
export function mustBeAddress(at: string, text: string): void {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) throw invalid(at, 'Not an http or https address')
  if (url.username || url.password) throw invalid(at, 'Must not hold a user name or a password')
}
