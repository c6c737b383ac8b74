/**
 * The parts of an open task that keys lead to: its name, a new subtask, the comment. A part that is not on the screen yet gets
 * the focus once it is there.
 */
import { useEffect } from 'react'
import type { Gid } from '../../data/records.ts'

export type TaskPart = 'name' | 'subtask' | 'comment'

/** After this time the person has gone elsewhere. */
const WAIT_MS = 5000

const keyOf = (task: Gid, part: TaskPart) => `${part} ${task}`
const shown = new Map<string, () => void>()
let awaited: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Focuses a part, or returns false and does so when the task is open. */
export function focusPart(task: Gid, part: TaskPart): boolean {
  const key = keyOf(task, part)
  const focus = shown.get(key)
  clearTimeout(timer)
  awaited = focus ? undefined : key
  timer = setTimeout(() => {
    awaited = undefined
  }, WAIT_MS)
  focus?.()
  return focus !== undefined
}

/** Whether a part of an open task can get the focus. */
export const hasPart = (task: Gid, part: TaskPart): boolean => shown.has(keyOf(task, part))

/** Says how a part gets the focus while the component is mounted. */
export function useTaskPart(task: Gid, part: TaskPart, focus: () => void, isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    const key = keyOf(task, part)
    shown.set(key, focus)
    if (awaited === key) {
      awaited = undefined
      focus()
    }
    return () => {
      shown.delete(key)
    }
  })
}
