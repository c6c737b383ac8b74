/** What refused changes of one act are reported as: the objects by name, in one notice. */

/** The refused changes of an act so far. */
export interface Failures {
  readonly title: string
  /** The names by gid. */
  readonly names: ReadonlyMap<string, string>
}

const MAX_NAMES = 10

/** Adds a refused change. Another act begins another report. */
export function withFailure(former: Failures | null, title: string, gid: string, name: string): Failures {
  const names = former?.title === title ? former.names : []
  return { title, names: new Map([...names, [gid, name]]) }
}

/** The text of a notice: the message of the server, and the names where several objects are concerned. */
export function failureText({ title, names }: Failures, message: string): string {
  if (names.size < 2) return `${title}: ${message}`
  const shown = [...names.values()].slice(0, MAX_NAMES).map(name => `“${name}”`)
  const rest = names.size - shown.length
  const list = new Intl.ListFormat('en').format(rest > 0 ? [...shown, `${rest} more`] : shown)
  return `${title}: ${names.size} failed, ${list}. ${message}`
}
