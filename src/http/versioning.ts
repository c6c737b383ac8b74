/**
 * Changes of the API that clients can try before they become mandatory. Each has a name and three dates:
 * - before `starts`, it cannot be enabled;
 * - then it is off unless the client enables it;
 * - from `activates` on, it is on unless the client disables it;
 * - from `ends` on, it is on for all clients.
 *
 * Invariant: client input is never repeated in a response.
 */
import type { Clock } from '../lib/clock.ts'
import type { Operation } from '../vocabulary/operation.ts'

export interface Deprecation {
  /** The name that clients send. */
  name: string
  /** The URL of its documentation. */
  info: string
  /** The dates, in milliseconds since the Unix epoch. */
  starts: number
  activates: number
  ends: number
  /** Whether an operation behaves differently with it. */
  affects(operation: Operation): boolean
}

/** The headers `Asana-Enable` and `Asana-Disable`. */
export interface ApiChangeOptIn {
  enable: string | undefined
  disable: string | undefined
}

export interface Version {
  /** The names of the changes that are on for this request. */
  enabled: ReadonlySet<string>
  /** The values of the header `Asana-Change`. */
  notices: string[]
}

interface KnownChanges {
  deprecations: readonly Deprecation[]
  clock: Clock
}

const noChanges: Version = { enabled: new Set(), notices: [] }

/** The changes that are on for a request, and a notice for each change that affects it and is not on yet. */
function versionOf({ deprecations, clock }: KnownChanges, operation: Operation, optIn: ApiChangeOptIn): Version {
  if (deprecations.length === 0) return noChanges
  const now = clock()
  const [enabled, disabled] = [namesIn(optIn.enable), namesIn(optIn.disable)]
  const isOn = ({ name, starts, activates, ends }: Deprecation) => {
    if (now < starts || now >= ends) return now >= ends
    return now < activates ? enabled.has(name) : !disabled.has(name)
  }
  const on = deprecations.filter(isOn)
  const pending = deprecations.filter(
    change => now >= change.starts && !on.includes(change) && change.affects(operation),
  )
  return {
    enabled: new Set(on.map(({ name }) => name)),
    // wire: recorded in 2026; clients warn of what affects them, and `affected=false` is never sent
    notices: pending.map(({ name, info }) => `name=${name};info=${info};affected=true`),
  }
}

/** The API changes that the request opts into; adds the header that announces the others. */
export function announceChanges(
  known: KnownChanges,
  operation: Operation,
  request: { apiChanges: ApiChangeOptIn; addHeaders(headers: Record<string, string[]>): void },
): ReadonlySet<string> {
  const { enabled, notices } = versionOf(known, operation, request.apiChanges)
  if (notices.length > 0) request.addHeaders({ 'asana-change': notices })
  return enabled
}

const namesIn = (list = ''): Set<string> => new Set(list.split(',').map(name => name.trim()))
