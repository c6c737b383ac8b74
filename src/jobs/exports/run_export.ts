/**
 * The job that runs an export.
 * Invariants:
 * - the file is complete and durable before the export is finished;
 * - an export that is interrupted starts again from its beginning, into the same file;
 * - it uses the rights of its user, without more memory for a larger organization than the gids of a part.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Files } from '../../files/files.ts'
import type { DownloadLinks } from '../../files/links.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Clock } from '../../lib/clock.ts'
import { reason } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import { exportKey } from '../../resources/exports/rules/file.ts'
import type { ExportParameter } from '../../resources/exports/rules/parameters.ts'
import { findForUpdate, update } from '../../store/change.ts'
import type { Store } from '../../store/db.ts'
import { type ExportRow, exportOf } from '../../store/queries/exports/requests.ts'
import type { JobKind } from '../worker.ts'
import { graphContents, organizationContents, resourceContents } from './contents.ts'
import type { ExportSource } from './source.ts'

export interface ExportOptions {
  store: Store
  clock: Clock
  graph: Graph
  files: Files
  downloads: DownloadLinks
  log(line: Record<string, unknown>): void
}

/** An export that still fails this long after it was requested ends. */
const MAX_ATTEMPTS_MS = 60 * 60 * 1000

export const runExport = (options: ExportOptions): JobKind => ({
  async perform(gid) {
    const row = await exportOf(options.store.read, gid)
    if (!row || isEnded(row.state)) return undefined
    await setState(options, row, { state: 'started' })
    try {
      await setState(options, row, { state: 'finished', ...(await writeFile(options, row)) })
    } catch (error) {
      if (options.clock() < row.created_at + MAX_ATTEMPTS_MS) throw error
      options.log({ level: 'error', message: 'An export failed.', export: gid, cause: reason(error) })
      await setState(options, row, { state: 'error' })
    }
    return undefined
  },
})

type ExportProgress = Pick<ExportRow, 'state'> & Partial<Pick<ExportRow, 'file_bytes' | 'task_count'>>

const JOB_STATUS = { pending: 'not_started', started: 'in_progress', finished: 'succeeded', error: 'failed' } as const

const isEnded = (state: string | undefined): boolean => state === 'finished' || state === 'error'

/** Records the state of an export, and of the job that clients poll. */
const setState = ({ store }: ExportOptions, { gid, job }: ExportRow, progress: ExportProgress): Promise<void> =>
  store.write(async tx => {
    // If the lease of this worker expired, another one may have ended the export.
    const stored = await findForUpdate(tx, 'exports', { gid })
    if (isEnded(stored?.state) && progress.state !== 'finished') return
    const endedAt = isEnded(progress.state) ? tx.now : null
    await update(tx, 'exports', { gid }, { ...progress, completed_at: endedAt })
    if (job === null) return
    await update(tx, 'requested_jobs', { gid: job }, { status: JOB_STATUS[progress.state], ended_at: endedAt })
  })

/** Stores the contents while they are read. */
async function writeFile(
  options: ExportOptions,
  row: ExportRow,
): Promise<Required<Pick<ExportRow, 'file_bytes' | 'task_count'>>> {
  let tasks = 0
  const count = (type: Name, objects: number) => {
    if (type === 'task') tasks += objects
  }
  const gzip = createGzip()
  const written = pipeline(Readable.from(contentsOf(row, sourceOf(options, row, count))), gzip)
  const limits = { type: 'application/gzip', maxBytes: Number.MAX_SAFE_INTEGER }
  const [bytes] = await Promise.all([options.files.receive(exportKey(row.gid), gzip, limits), written])
  return { file_bytes: bytes, task_count: tasks }
}

function sourceOf({ store, graph, downloads, clock }: ExportOptions, row: ExportRow, count: ExportSource['count']) {
  const scopes = row.scopes === null ? null : (JSON.parse(row.scopes) as string[])
  const actor = {
    gid: row.user,
    token: 0,
    kind: 'personal',
    scopes,
    application: null,
    timeZone: 'UTC',
    roles: [],
  } as const
  const context = { actor, reader: store.read, publicUrl: row.public_url, enabled: new Set<string>(), downloads, clock }
  return { graph, context, workspace: row.workspace, count }
}

function contentsOf(row: ExportRow, source: ExportSource): AsyncGenerator<string> {
  if (row.parent !== null) return graphContents(source, row.parent_type as Name, row.parent)
  if (row.parameters === null) return organizationContents(source)
  return resourceContents(source, JSON.parse(row.parameters) as ExportParameter[])
}
