/** Acts with their notices: performs an act, says what was done, and offers to undo it. */
import { useCallback } from 'react'
import type { Act, UndoResult } from '../data/acts.ts'
import type { Cache } from '../data/cache.ts'
import { useCache } from '../data/hooks.ts'
import { type Notice, useNotice } from './notices.tsx'

/** Above this number of objects, the notice of an act shows how many of them are sent. */
const MAX_UNCOUNTED_OBJECTS = 20

/** How many of the objects of an act the server has confirmed or refused. */
function progressOf({ outbox }: Cache, { steps }: Act): Notice['progress'] {
  const subjects = [...new Set(steps.map(({ subject }) => subject))]
  if (subjects.length <= MAX_UNCOUNTED_OBJECTS) return undefined
  return {
    total: subjects.length,
    done: () => subjects.filter(gid => !outbox.isPending(outbox.resolve(gid))).length,
    subscribe: outbox.subscribe,
  }
}

/** Performs an act and shows its title with "Undo". `isQuiet` leaves the notice out, for changes that are visible. */
export function useAct(): (act: Act, more?: { isQuiet?: boolean; open?: Notice['open'] }) => void {
  const cache = useCache()
  const notify = useNotice()
  const undo = useUndo()
  return useCallback(
    (act, { isQuiet = false, open } = {}) => {
      cache.act(act)
      const progress = progressOf(cache, act)
      if (!isQuiet) {
        notify({ text: act.title, undo: undo.undo, ...(open && { open }), ...(progress && { progress }) })
      }
    },
    [cache, notify, undo.undo],
  )
}

/** Undo and redo, with what they did as a notice. */
export function useUndo(): { undo(): void; redo(): void } {
  const cache = useCache()
  const notify = useNotice()
  const say = useCallback(
    (result: UndoResult) => {
      if (result === 'undone') notify({ text: 'Undone' })
      else if (result === 'redone') notify({ text: 'Redone' })
      else if (result !== 'empty') notify(`“${result.changedSince}” cannot be undone: it was changed since.`)
    },
    [notify],
  )
  const undo = useCallback(() => say(cache.undo()), [cache, say])
  const redo = useCallback(() => say(cache.redo()), [cache, say])
  return { undo, redo }
}
