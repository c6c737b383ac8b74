/**
 * The tasks that single keys act on: the selected rows, else the focused one, else the task in the pane. Lists and the pane say
 * what they have; commands of tasks read it.
 */
import { useEffect } from 'react'
import type { Gid } from '../data/records.ts'

const SOURCES = ['selection', 'focus', 'pane'] as const
type TargetSource = (typeof SOURCES)[number]

const NONE: readonly Gid[] = []
const targets = new Map<TargetSource, readonly Gid[]>()
const listeners = new Set<() => void>()

export function setTarget(source: TargetSource, gids: readonly Gid[]): void {
  targets.set(source, gids.length > 0 ? gids : NONE)
  for (const listener of listeners) listener()
}

/** The tasks that a source has reported. */
export const targetsOf = (source: TargetSource): readonly Gid[] => targets.get(source) ?? NONE

/** The tasks that commands act on. */
export const targetTasks = (): readonly Gid[] => SOURCES.map(targetsOf).find(gids => gids.length > 0) ?? NONE

/** Reports tasks of a source while the component is mounted. */
export function useTarget(source: TargetSource, gids: readonly Gid[]): void {
  const key = gids.join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether the gids changed
  useEffect(() => setTarget(source, gids), [source, key])
  useEffect(() => () => setTarget(source, NONE), [source])
}
