/**
 * The jobs that follow the change log: each reads the changes of every workspace in batches, so that writes need not do its
 * work. Its position in each workspace is a setting.
 * Invariant: a change is recorded once, because one transaction records what a batch means and advances the position.
 */
import type { Reader, Store, WriteOrigin, Writer } from '../store/db.ts'
import { batchEnd, type LogPosition, type LogRange } from '../store/queries/events/streams.ts'
import { trySetSetting } from '../store/set_setting.ts'
import type { JobKind } from './worker.ts'

/** Changes per transaction, and fewer where these mean too much for one. */
const BATCH_CHANGES = 1000
const SMALL_BATCH_CHANGES = 200
/** The interval at which the job looks without a notification of the store, which can be lost. */
const POLL_INTERVAL_MS = 60_000

/** What a job does with the changes of a workspace. */
export interface LogFollower<Meaning> {
  /** Reads what the changes of a range mean for the job. */
  read(range: LogRange): Promise<Meaning>
  /** Whether one transaction may record that; if not, a smaller range is read. */
  fits?(meaning: Meaning): boolean
  record(tx: Writer, meaning: Meaning): Promise<void>
  by?: WriteOrigin
}

/**
 * A job that follows the log. `setting` is the name of its setting, before the gid of the workspace, and `unread`
 * finds the workspaces with changes that the job has not read. `follow` is called for each of them.
 */
export const followLog = <Meaning>(
  store: Store,
  setting: string,
  unread: (reader: Reader, setting: string) => Promise<LogPosition[]>,
  follow: (from: LogPosition) => LogFollower<Meaning>,
): JobKind => ({
  intervalMs: POLL_INTERVAL_MS,
  isWoken: async reader => (await unread(reader, setting)).length > 0,
  async perform() {
    for (const from of await unread(store.read, setting)) await readOn(store, setting, from, follow(from))
    return undefined
  },
})

/** Reads and records all changes of a workspace after a position. */
async function readOn<Meaning>(
  store: Store,
  setting: string,
  { workspace, ...from }: LogPosition,
  follower: LogFollower<Meaning>,
): Promise<void> {
  let { after, position } = from
  for (;;) {
    const batch = await nextBatch(store.read, workspace, after, follower)
    if (batch === undefined) return
    const next = String(batch.until)
    const isOurs = await store.write(async tx => {
      // The worker of another instance may have recorded them.
      if (!(await trySetSetting(tx, `${setting}${workspace}`, position, next))) return false
      await follower.record(tx, batch.meaning)
      return true
    }, follower.by)
    if (!isOurs) return
    after = batch.until
    position = next
  }
}

/** The end of the next batch of changes, and what it means; undefined when there are no changes. */
async function nextBatch<Meaning>(
  reader: Reader,
  workspace: number,
  after: number,
  { read, fits }: LogFollower<Meaning>,
): Promise<{ until: number; meaning: Meaning } | undefined> {
  const readNext = async (changes: number) => {
    const until = await batchEnd(reader, workspace, after, changes)
    return until === undefined ? undefined : { until, meaning: await read({ workspace, after, until }) }
  }
  const batch = await readNext(BATCH_CHANGES)
  return batch && fits?.(batch.meaning) === false ? readNext(SMALL_BATCH_CHANGES) : batch
}
