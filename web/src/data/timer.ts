/**
 * The running timer of a person: which task, and since when. It is stored in this browser, survives a reload, and is
 * the same in all tabs. A person has at most one.
 */
import { useSyncExternalStore } from 'react'
import type { Gid } from './records.ts'
import { deviceStorage } from './shared_computer.ts'

const KEY = 'workloom_timer'

export interface Timer {
  readonly user: Gid
  readonly task: Gid
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

const listeners = new Set<() => void>()

/** The stored text and its timer: the same object until the text changes. */
let known: { text: string | null; timer: Timer | null } = { text: null, timer: null }

function parse(text: string | null): Timer | null {
  try {
    const { user, task, startedAt } = JSON.parse(text ?? '{}') as Partial<Timer>
    return user && task && Number.isFinite(startedAt) ? { user, task, startedAt: Number(startedAt) } : null
  } catch {
    return null
  }
}

/** The timer in this browser, of any person. */
function storedTimer(): Timer | null {
  const text = deviceStorage().getItem(KEY)
  if (text !== known.text) known = { text, timer: parse(text) }
  return known.timer
}

/** Replaces the timer; null ends it. */
export function setTimer(timer: Timer | null): void {
  if (timer) deviceStorage().setItem(KEY, JSON.stringify(timer))
  else deviceStorage().removeItem(KEY)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The running timer of a person. */
export function useTimer(user: Gid): Timer | null {
  const timer = useSyncExternalStore(subscribe, storedTimer)
  return timer?.user === user ? timer : null
}
