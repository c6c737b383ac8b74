/** Inserts what a seed contains into a store: all of it, or nothing. */
import { Readable } from 'node:stream'
import type { Files } from '../../files/files.ts'
import { newKey } from '../../files/keys.ts'
import { seal } from '../../lib/secret.ts'
import type { Name } from '../../names.ts'
import { insertAll } from '../../store/change.ts'
import type { Store, WriteOrigin, Writer } from '../../store/db.ts'
import { advisoryLock, INSTALLATION } from '../../store/locks.ts'
import { reserveFile } from '../../store/queries/files/unreferenced.ts'
import { presentIn, tableOf } from '../../store/queries/objects.ts'
import { isEmpty } from '../../store/queries/workspaces.ts'
import type { TableName } from '../../store/tables.ts'
import { forEachObject, type GivenObject, type GivenType, type Loading, type RefusedObject } from '../load/given.ts'
import { loadAll } from '../load/load.ts'
import { contentOf } from '../load/work/attachment.ts'
import type { SeedContents, SeedObject } from './contents.ts'
import { type FoundProblem, Problems } from './document.ts'
import { generatedTasks } from './generate.ts'
import { gidsWithin } from './keys.ts'
import { momentAt, settled } from './moments.ts'

/** A seed cannot be loaded: its objects contradict each other, or those of the store. The store is unchanged. */
export class SeedRefused extends Error {
  readonly errors: FoundProblem[]
  constructor(errors: FoundProblem[], options?: ErrorOptions) {
    super(errors.map(({ message }) => message).join('\n'), options)
    this.errors = errors
  }
}

/** What only some seeds need. */
export interface SeedParts {
  /** The key of the installation, which seals the secrets of webhooks. */
  key?: string
  /** The storage of files, for attachments with contents. */
  files?: Files
}

/** The origin of writes of given objects. */
export const SILENT: WriteOrigin = { user: null, kind: null, application: null, address: '', agent: '', isSilent: true }

/** Inserts all objects of a seed. */
export async function insertSeed(
  tx: Writer,
  seed: SeedContents,
  { fileKeys, key }: Pick<Loading, 'fileKeys'> & { key: string | undefined },
): Promise<void> {
  const { workspace, objects, dependencies, generators } = seed
  // installation: of two seeds at the same time, the second one finds the objects of the first.
  await advisoryLock(tx, 'installation', INSTALLATION)
  const isFirst = await isEmpty(tx)
  const byType = Map.groupBy(objects, ({ type }) => type)
  await mustBeNew(tx, byType, workspace)
  await mustBeThere(tx, seed)
  const isKnown = (await presentIn(tx, 'workspaces', [workspace])).size > 0
  const into: Loading = {
    ...{ tx, workspace, gidsWithin, timeZones: new Map(), ranks: new Map(), fileKeys },
    seal(text) {
      if (key === undefined) throw new Error('Secrets cannot be sealed here.')
      return seal(key, text)
    },
  }
  await loadAll(into, {
    dependencies,
    *objectsOf(type) {
      if (type === 'workspace' && isKnown) return
      for (const object of byType.get(type) ?? []) yield given(object, tx.now)
      if (type === 'task') for (const generator of generators) yield* generatedTasks(generator, tx.now)
    },
  })
  if (isFirst) await insertAll(tx, 'administrators', administratorsOf(byType, tx.now))
}

/** The administrators of the first organization also administer the installation. */
const administratorsOf = (byType: ReadonlyMap<GivenType, readonly SeedObject[]>, created_at: number) =>
  (byType.get('user') ?? []).flatMap(({ gid: user, values }) => (values.admin === true ? { user, created_at } : []))

const given = ({ gid, by, created_at, parent, values }: SeedObject, now: number): GivenObject => ({
  ...{ gid, by, created_at: created_at === null ? now : momentAt(created_at, now), parent },
  values: Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, settled(value, now)]])),
  ),
})

const tableOfGiven = (type: GivenType): TableName =>
  type in OTHER_TABLES ? OTHER_TABLES[type as keyof typeof OTHER_TABLES] : tableOf(type as Name)

/** The tables of what the API has no type for. */
const OTHER_TABLES = { service_account: 'users', application: 'applications', rule: 'rules' } as const

/** Refuses objects that the store has already, except the workspace. */
async function mustBeNew(
  tx: Writer,
  byType: ReadonlyMap<GivenType, readonly SeedObject[]>,
  workspace: number,
): Promise<void> {
  const problems = new Problems()
  for (const [type, objects] of byType) {
    const gids = objects.map(({ gid }) => gid).filter(gid => gid !== workspace)
    const found = await presentIn(tx, tableOfGiven(type), gids)
    for (const { gid, at, place, path } of objects)
      if (found.has(gid)) problems.add({ at, path: place }, `${path} is there already, with the gid ${gid}`)
  }
  if (problems.errors.length > 0) throw new SeedRefused(problems.errors)
}

/** Refuses references to objects that neither the seed nor the store has. */
async function mustBeThere(tx: Writer, { outside, objects }: SeedContents): Promise<void> {
  const problems = new Problems()
  const own = new Map(objects.map(({ gid, type }) => [gid, type]))
  const missing = new Set(outside.filter(({ gid, types }) => !types.includes(own.get(gid) ?? 'event')))
  for (const [type, references] of Map.groupBy(
    [...missing].flatMap(one => one.types.map(type => ({ one, type }))),
    ({ type }) => type,
  )) {
    const found = await presentIn(
      tx,
      tableOfGiven(type),
      references.map(({ one }) => one.gid),
    )
    for (const { one } of references) if (found.has(one.gid)) missing.delete(one)
  }
  for (const { gid, at, place } of missing) problems.add({ at, path: place }, `there is no object ${gid}`)
  if (problems.errors.length > 0) throw new SeedRefused(problems.errors)
}

/** The refusal of an object, with its position. */
export function refusalOf({ objects }: SeedContents, error: RefusedObject): SeedRefused {
  const problems = new Problems()
  const object = objects.find(({ gid }) => gid === error.gid)
  problems.add({ at: object?.at ?? { line: 1, column: 1 }, path: object?.place ?? '' }, error.message)
  return new SeedRefused(problems.errors, { cause: error })
}

/** Stores the contents of attachments before the transaction; a job removes those that no attachment claims. */
export async function storeFiles(
  store: Store,
  { objects }: SeedContents,
  files: Files | undefined,
): Promise<Map<number, string>> {
  const keys = new Map<number, string>()
  if (!files) return keys
  const attachments = objects.filter(({ type }) => type === 'attachment')
  await forEachObject(attachments, async ({ gid, values }) => {
    const content = contentOf(values as unknown as Parameters<typeof contentOf>[0])
    if (!content) return
    const { bytes, type } = content
    const key = newKey()
    await store.write(tx => reserveFile(tx, key), SILENT)
    await files.put(key, Readable.from([bytes]), { type, size: bytes.length })
    keys.set(gid, key)
  })
  return keys
}
