/** The project on the screen, as its record has it. */
import { useEffect, useMemo, useState } from 'react'
import { shownName } from '../../components/task_list/types.ts'
import { Failure } from '../../data/call.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'

interface ProjectRecord extends WorkRecord {
  readonly name?: string
  readonly icon?: string | null
  readonly color?: string | null
  readonly archived?: boolean
  readonly default_view?: string
  readonly current_status_update?: Gid | null
  readonly members?: readonly Gid[]
  readonly custom_field_settings?: readonly { custom_field: Gid }[]
}

export interface Project extends ProjectRecord {
  /** The name as it is shown. */
  readonly title: string
  /** The custom fields of its tasks. */
  readonly fields: readonly Gid[]
}

const NO_FIELDS: readonly Gid[] = []

/** The project; null if it is not found, undefined while it is not known. */
export function useProject(gid: Gid): Project | null | undefined {
  const cache = useCache()
  const record = useRecord<ProjectRecord>(gid)
  const [answered, setAnswered] = useState<Gid>()
  const [failed, setFailed] = useState<Gid>()
  useEffect(() => {
    let isCurrent = true
    const settle = (set: (gid: Gid) => void) => () => void (isCurrent && set(gid))
    cache.reads.now('project', gid).then(settle(setAnswered), (error: Error) => {
      const isRefused = error instanceof Failure && error.status >= 400 && error.status < 500
      settle(isRefused ? setAnswered : setFailed)()
    })
    return () => {
      isCurrent = false
    }
  }, [cache, gid])
  const settings = record?.custom_field_settings
  return useMemo(() => {
    if (record?.resource_type !== 'project') return answered === gid ? null : undefined
    // The sidebar knows less of a project; without a server the page shows that.
    if (!settings && failed !== gid) return undefined
    const fields = settings?.map(({ custom_field }) => custom_field) ?? NO_FIELDS
    return { ...record, title: shownName(record.name, 'Untitled project'), fields }
  }, [record, settings, answered, failed, gid])
}
