/**
 * Acts: what a person does, painted at once, sent through the outbox, and undone as one. `act` is the only way in which
 * the app writes work objects.
 */
import type { Outbox, OutboxItem, Step } from './outbox.ts'
import { type Gid, isEqual, type Records, replaceGid } from './records.ts'

export interface Act {
  /** What was done, for the notice: "Task completed". */
  readonly title: string
  readonly steps: readonly Step[]
}

/** What a notice says about an act. */
export type UndoResult = 'undone' | 'redone' | 'empty' | { readonly changedSince: string }

export interface Acts {
  /** Performs an act, and returns it as `undo` knows it. */
  act(act: Act): void
  undo(): UndoResult
  redo(): UndoResult
  canUndo(): boolean
}

const MAX_ACTS = 100

interface ActsEnvironment {
  readonly records: Records
  readonly outbox: Outbox
  now(): number
  newId(): string
}

export function createActs({ records, outbox, now, newId }: ActsEnvironment): Acts {
  const done: Act[] = []
  const undone: Act[] = []

  const perform = ({ title, steps }: Act): void => {
    const items = steps.map(({ inverse: _inverse, ...step }): OutboxItem => {
      const base = baseOf(records, step)
      return { id: newId(), title, ...step, ...(base && { base }), createdAt: now() }
    })
    outbox.push(items)
  }
  /** The act with gids of the server in place of local ones. */
  const resolved = (act: Act): Act =>
    act.steps.reduce((one, { creates }) => (creates ? replaceGid(one, creates, outbox.resolve(creates)) : one), act)

  const invert = (act: Act): Act | undefined => {
    const steps = resolved(act)
      .steps.toReversed()
      .map(step => step.inverse && { ...step.inverse, inverse: step.inverse.inverse ?? step })
    return steps.every(step => step !== undefined) ? { title: act.title, steps } : undefined
  }
  const run = (from: Act[], to: Act[], result: 'undone' | 'redone'): UndoResult => {
    const act = from.pop()
    if (!act) return 'empty'
    if (!holds(records, resolved(act))) return { changedSince: act.title }
    const inverse = invert(act)
    if (!inverse) return 'empty'
    perform(inverse)
    to.push(inverse)
    return result
  }

  return {
    act: act => {
      perform(act)
      undone.length = 0
      if (act.steps.every(({ inverse }) => inverse)) done.push(act)
      if (done.length > MAX_ACTS) done.shift()
    },
    undo: () => run(done, undone, 'undone'),
    redo: () => run(undone, done, 'redone'),
    canUndo: () => done.length > 0,
  }
}

/** The values that the members of a PUT have now, as the server confirmed them. */
function baseOf(records: Records, { subject, call, patches }: Step): Record<string, unknown> | undefined {
  const members = patches.find(({ gid }) => gid === subject)?.members
  const record = records.confirmed(subject)
  if (call.method !== 'PUT' || !members || !record) return undefined
  return Object.fromEntries(Object.keys(members).map(name => [name, record[name]]))
}

/** Members that the server computes, so that they may differ from what was shown meanwhile. */
const COMPUTED: ReadonlySet<string> = new Set([
  ...['rank', 'completed_at', 'num_likes', 'num_subtasks', 'modified_at', 'read_at', 'archived_at'],
])

/** Whether a member counts as written by a person. Of whole records, such as new ones, only the section does. */
const isWritten = (name: string, members: object): boolean =>
  'resource_type' in members ? name === 'section' : !COMPUTED.has(name)

interface Membership {
  readonly project: Gid
  readonly section: Gid | null
}

/** Whether a member still has what an act wrote. Without a section, the server chose the one in the project. */
function isStill(name: string, present: unknown, written: unknown): boolean {
  if (name === 'section' && written === null) return true
  if (name !== 'memberships') return isEqual(present, written)
  const [now, then] = [present, written].map(one => (one ?? []) as readonly Membership[])
  const has = ({ project, section }: Membership) =>
    now?.some(one => one.project === project && (section === null || one.section === section)) === true
  return now?.length === then?.length && then?.every(has) === true
}

/** What an act leaves of each record: of several steps that write a member, the last. Null for what it removes. */
function leftBy({ steps }: Act): Map<Gid, Record<string, unknown> | null> {
  const left = new Map<Gid, Record<string, unknown> | null>()
  for (const { gid, members } of steps.flatMap(({ patches }) => patches)) {
    if (members === null) left.set(gid, null)
    else {
      const written = Object.entries(members).filter(([name]) => isWritten(name, members))
      left.set(gid, { ...left.get(gid), ...Object.fromEntries(written) })
    }
  }
  return left
}

/** Whether everything still has the values that the act wrote: otherwise another person changed it since. */
const holds = (records: Records, act: Act): boolean =>
  [...leftBy(act)].every(([gid, members]) => {
    const record = records.get(gid)
    if (members === null || !record) return (members === null) === (record === undefined)
    return Object.entries(members).every(([name, value]) => isStill(name, record[name], value))
  })
