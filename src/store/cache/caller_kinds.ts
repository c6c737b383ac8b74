/** Kinds of values in the memory cache that differ between callers. */
import { flat } from '../../lib/strings.ts'

/** The kind of a value for a caller. */
export type CallerKind = (me: number) => string

let count = 0

/** A new kind, of which each caller has values of their own. */
export function kindPerCaller(): CallerKind {
  const kind = ++count
  // A request needs the kinds of one caller many times.
  let last = { me: 0, kind: '' }
  return me => {
    if (last.me !== me) last = { me, kind: flat(`${kind} ${me}`) }
    return last.kind
  }
}

/** A new kind, of which all callers share the values. */
export function kindForAll(): CallerKind {
  const kind = `${++count}`
  return () => kind
}
