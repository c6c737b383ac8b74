/** Conflicts of calls that waited: another person wrote the same members meanwhile. */
import { isUnsettled } from './batching.ts'
import type { OutboxEnvironment, OutboxItem } from './outbox.ts'
import { isEqual } from './records.ts'

/** A change that waited longer is compared with the present value before it is sent. */
const MAX_UNCHECKED_WAIT_MS = 30_000

/** The server did not say whether a call conflicts: its answer is the cause. */
export class Unanswered extends Error {}

/** What an item writes to its subject. */
const written = ({ subject, patches }: OutboxItem): Readonly<Record<string, unknown>> =>
  patches.find(({ gid }) => gid === subject)?.members ?? {}

/** An item after an earlier one was confirmed: its value is now what the server has. */
export function basedOn(item: OutboxItem, earlier: OutboxItem): OutboxItem {
  const { base, subject } = item
  if (!base || subject !== earlier.subject) return item
  const known = Object.entries(written(earlier)).filter(([name, value]) => name in base && !isEqual(base[name], value))
  return known.length === 0 ? item : { ...item, base: { ...base, ...Object.fromEntries(known) } }
}

/**
 * Whether another person wrote another value while the call waited. The server may have executed `earlier` ones of the
 * same person without an answer. Throws Unanswered if the server does not say.
 */
export async function findConflict(
  { read, now }: Pick<OutboxEnvironment, 'read' | 'now'>,
  item: OutboxItem,
  earlier: readonly OutboxItem[] = [],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!item.base || now() - item.createdAt < MAX_UNCHECKED_WAIT_MS) return undefined
  const answer = await read(item.subject, Object.keys(item.base))
  if (isUnsettled(answer.status)) throw new Unanswered(answer.message, { cause: answer })
  const theirs = answer.data as Readonly<Record<string, unknown>> | undefined
  if (!theirs) return undefined
  const own = [item.base, ...[...earlier, item].map(written)]
  const { base } = item
  const isForeign = (member: string) => !own.some(values => member in values && isEqual(theirs[member], values[member]))
  return Object.keys(base).some(isForeign) ? theirs : undefined
}
