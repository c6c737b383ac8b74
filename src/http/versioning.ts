/**
 * Changes of the API that clients can try before they must: each has a name, dates, and a word of the client. Before it
 * starts it cannot be enabled; then it is off unless enabled; from its activation on it is on unless disabled; after its
 * end it is on for everybody. Nothing that a client sends is ever sent back.
 */
import type { Clock } from '../lib/clock.ts'
import type { Operation } from '../vocabulary/operation.ts'

export interface Deprecation {
  /** What clients call it. */
  name: string
  /** The address of a page about it. */
  info: string
  /** The dates, in milliseconds since the Unix epoch. */
  starts: number
  activates: number
  ends: number
  /** Whether an operation answers differently with it. */
  matters(operation: Operation): boolean
}

/** What a client said in the headers `Asana-Enable` and `Asana-Disable`. */
export interface Wish {
  enable: string | undefined
  disable: string | undefined
}

export interface Version {
  /** The names of what is on for this request. */
  enabled: ReadonlySet<string>
  /** The values of the header `Asana-Change`. */
  notices: string[]
}

const settled: Version = { enabled: new Set(), notices: [] }

/** What holds for a request of now, and what its client is told: of each change that it will notice and has not taken. */
export function versionOf(
  { deprecations, clock }: { deprecations: readonly Deprecation[]; clock: Clock },
  operation: Operation,
  wish: Wish,
): Version {
  if (deprecations.length === 0) return settled
  const now = clock()
  const [wanted, refused] = [namesIn(wish.enable), namesIn(wish.disable)]
  const isOn = ({ name, starts, activates, ends }: Deprecation) => {
    if (now < starts || now >= ends) return now >= ends
    return now < activates ? wanted.has(name) : !refused.has(name)
  }
  const on = deprecations.filter(isOn)
  const ahead = deprecations.filter(one => now >= one.starts && !on.includes(one) && one.matters(operation))
  return {
    enabled: new Set(on.map(({ name }) => name)),
    // wire: recorded in 2026; clients warn of what affects them, and `affected=false` is never sent
    notices: ahead.map(({ name, info }) => `name=${name};info=${info};affected=true`),
  }
}

const namesIn = (list = ''): Set<string> => new Set(list.split(',').map(name => name.trim()))
