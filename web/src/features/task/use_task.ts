/** A task of the pane or the page: painted from what is known, then filled in, and read again when it changes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Cache, PAGE } from '../../data/cache.ts'
import { Failure } from '../../data/call.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Access } from '../../data/load.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'

export interface Membership {
  readonly project: Gid
  readonly section: Gid | null
}

export interface Task extends WorkRecord {
  readonly name: string
  readonly resource_subtype: string
  readonly completed: boolean
  readonly parent?: Gid | null
  readonly html_notes?: string
  readonly memberships?: readonly Membership[]
  readonly num_subtasks?: number
  readonly created_by?: Gid | null
  readonly created_at?: string
}

export type TaskState =
  | { readonly kind: 'ready'; readonly task: Task }
  | { readonly kind: 'loading' | 'missing' }
  | { readonly kind: 'deleted'; readonly name: string }
  | { readonly kind: 'failed'; readonly error: Error }

/** What the caller may do with a task; undefined until it is known. */
export function useTaskAccess({ gid, memberships }: Task): Access | undefined {
  const own = useRecord(`access/${gid}`)?.level as Access | undefined
  const project = useRecord(memberships?.[0] && `access/${memberships[0].project}`)?.level as Access | undefined
  return own ?? (isLocal(gid) ? 'edit' : project)
}

const NOT_FOUND = new Set([400, 403, 404])
const MERGE_DELAY_MS = 60

type Outcome = 'reading' | 'read' | 'missing' | 'deleted' | Error

export function useTask(given: Gid): TaskState & { reload(): void } {
  const cache = useCache()
  const gid = cache.outbox.resolve(given)
  const task = useRecord<Task>(gid)
  const [outcome, setOutcome] = useState<Outcome>('reading')
  const name = useRef<string>(undefined)
  if (task) name.current = task.name
  const read = useCallback(async () => {
    if (isLocal(gid)) return
    try {
      await cache.reads.now('task', gid)
      setOutcome(cache.records.get(gid) ? 'read' : 'missing')
    } catch (error) {
      const isMissing = error instanceof Failure && NOT_FOUND.has(error.status)
      // The announcement that it was deleted may be faster than this answer, and says more.
      setOutcome(former => (former === 'deleted' ? former : isMissing ? 'missing' : (error as Error)))
    }
  }, [cache, gid])
  useEffect(() => void read(), [read])
  const onDeleted = useCallback(() => setOutcome('deleted'), [])
  useLiveTask(cache, gid, read, onDeleted)
  const reload = useCallback(() => {
    setOutcome('reading')
    void read()
  }, [read])
  return { ...stateOf(task, outcome, name.current), reload }
}

function stateOf(task: Task | undefined, outcome: Outcome, name: string | undefined): TaskState {
  if (task) return { kind: 'ready', task }
  if (outcome === 'missing') return { kind: 'missing' }
  if (name !== undefined) return { kind: 'deleted', name }
  return outcome instanceof Error ? { kind: 'failed', error: outcome } : { kind: 'loading' }
}

/** Reads the task and its stories again after changes that the cache does not follow by itself. */
function useLiveTask(cache: Cache, gid: Gid, read: () => Promise<void>, onDeleted: () => void): void {
  useEffect(() => {
    let timer: number | undefined
    const again = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => void read(), MERGE_DELAY_MS)
    }
    const stop = cache.onReport(report => {
      if (report.kind === 'reset') again()
      if (report.kind !== 'change') return
      const { resource, action, origin } = report.change
      if (resource.gid !== gid) return
      if (action === 'deleted') onDeleted()
      else if (origin !== PAGE || action !== 'changed') again()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, gid, read, onDeleted])
}

/** Reads the stories of a task, and reads them again when one is added, changed or deleted. */
export function useStories(gid: Gid): { isRead: boolean } {
  const cache = useCache()
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isLocal(gid)) return
    let timer: number | undefined
    const read = () =>
      void cache.reads
        .now('stories', gid)
        .catch(() => {})
        .finally(() => setRead(true))
    read()
    const stop = cache.onReport(report => {
      const isStory =
        report.kind === 'change' &&
        report.change.resource.resource_type === 'story' &&
        (report.change.parent?.gid === gid || cache.records.get(report.change.resource.gid) !== undefined)
      if (!isStory && report.kind !== 'reset') return
      clearTimeout(timer)
      timer = window.setTimeout(read, MERGE_DELAY_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, gid])
  return { isRead }
}
