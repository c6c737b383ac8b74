/** Starting and stopping the timer. What it measured becomes a time entry of its task. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNotice } from '../../../components/notices.tsx'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { refreshTime, saveTimeEntry } from '../../../data/time_entries.ts'
import { setTimer, type Timer, useTimer } from '../../../data/timer.ts'
import { formatDuration } from '../../../text/format.ts'

const MINUTE_MS = 60_000
const TICK_MS = 1000

/** The minutes of a timer that stops now: at least one. */
const minutesOf = ({ startedAt }: Timer, now: number): number => Math.max(1, Math.round((now - startedAt) / MINUTE_MS))

/** The time, read again each second while something runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

interface TimerControl {
  /** The timer of the person, on this task or on another one. */
  readonly timer: Timer | null
  readonly isHere: boolean
  readonly elapsedMs: number
  readonly isSaving: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export function useTimerControl(task: Gid): TimerControl {
  const cache = useCache()
  const { user } = cache
  const timer = useTimer(user)
  const client = useQueryClient()
  const notify = useNotice()
  const [isSaving, setSaving] = useState(false)
  const isHere = timer?.task === task
  const now = useNow(isHere)
  /** Records the time of the timer, and ends it. The timer goes on if the server refuses the entry. */
  const record = async (running: Timer): Promise<boolean> => {
    setSaving(true)
    try {
      const minutes = minutesOf(running, Date.now())
      await saveTimeEntry(running.task, null, { duration_minutes: minutes })
      setTimer(null)
      notify(`${formatDuration(minutes)} added`)
      await refreshTime(cache, client, running.task)
      return true
    } catch (error) {
      notify({
        text: error instanceof Error ? error.message : String(error),
        isError: true,
        action: { label: 'Discard timer', run: () => setTimer(null) },
      })
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    ...{ timer, isHere, isSaving, elapsedMs: timer ? Math.max(0, now - timer.startedAt) : 0 },
    async start() {
      if (timer && !(await record(timer))) return
      setTimer({ user, task, startedAt: Date.now() })
    },
    async stop() {
      if (timer) await record(timer)
    },
  }
}
