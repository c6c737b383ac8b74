/** What pickers offer: records of the cache at once, what the person uses most, and results of the server by text. */
import { useEffect, useMemo, useState } from 'react'
import { useCache, useComputed } from '../../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../../data/records.ts'
import { type FoundWord, findObjects } from '../../../data/search.ts'
import { detailOf, pictureOf } from '../../object_picture.tsx'
import type { PickerOption, SearchOptions } from '../../picker/option.ts'

export type CandidateType = 'user' | 'project' | 'tag' | 'task' | 'portfolio' | 'goal'

const WORDS: Readonly<Record<CandidateType, FoundWord>> = {
  ...{ user: 'people', project: 'projects', tag: 'tags', task: 'tasks', portfolio: 'portfolios', goal: 'goals' },
}

/** How many local tasks a picker offers before something is typed: the rest is found by text. */
const MAX_LOCAL_TASKS = 500
const RESULT_COUNT = 30

/** A record as an option. `get` finds the records that it refers to. */
function optionOf(record: WorkRecord, get: (gid: Gid) => WorkRecord | undefined): PickerOption {
  const label = String(record.name ?? '') || 'Untitled'
  return { id: record.gid, label, picture: pictureOf(record), detail: detailOf(record, get) }
}

export interface Candidates {
  options: readonly PickerOption[]
  search: SearchOptions
}

/** The candidates of a type, or of several. `excluded` are never offered. */
export function useCandidates(
  type: CandidateType | readonly CandidateType[],
  excluded: readonly Gid[] = [],
): Candidates {
  const { records, workspace, user } = useCache()
  const [used, setUsed] = useState<readonly Gid[]>([])
  const hidden = excluded.join(',')
  const key = typeof type === 'string' ? type : type.join(',')
  const types = useMemo(() => (key ? key.split(',') : []) as CandidateType[], [key])
  const find = useMemo(() => {
    const without = new Set(hidden.split(','))
    return async (text: string, signal?: AbortSignal): Promise<readonly WorkRecord[]> => {
      // The server takes no types for all.
      if (types.length === 0) return []
      const found = await findObjects(
        { workspace, records },
        { text, types: types.map(one => WORDS[one]), count: RESULT_COUNT },
      )
      if (signal?.aborted) return []
      return found.flatMap(({ gid }) => (without.has(gid) ? [] : (records.get(gid) ?? [])))
    }
  }, [types, hidden, workspace, records])
  useEffect(() => {
    let isCurrent = true
    find('').then(
      found => isCurrent && setUsed(found.map(({ gid }) => gid)),
      // Without the server the records of the cache are offered.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [find])
  const offer = (): readonly PickerOption[] => {
    const without = new Set(hidden.split(','))
    const first = new Set<Gid>(types.includes('user') ? [user, ...used] : used)
    const offered = (one: CandidateType) =>
      records
        .all(one)
        .filter(({ gid, name }) => !first.has(gid) && !without.has(gid) && name)
        .slice(0, one === 'task' ? MAX_LOCAL_TASKS : undefined)
    const rest = types.flatMap(offered).toSorted((a, b) => String(a.name).localeCompare(String(b.name)))
    const chosen = [...first].flatMap(gid => (without.has(gid) ? [] : (records.get(gid) ?? [])))
    return [...chosen, ...rest]
      .filter(({ archived }) => archived !== true)
      .map(record => optionOf(record, gid => records.get(gid)))
  }
  // What is offered may be created, renamed by the server's gid, or deleted meanwhile.
  const concerns = (gid: Gid): boolean => {
    const record = records.get(gid)
    return !record || types.some(one => one === record.resource_type)
  }
  const sources = useMemo(() => ({ types, hidden, used, user }), [types, hidden, used, user])
  const options = useComputed(offer, concerns, sources)
  const search = useMemo<SearchOptions>(
    () => async (text, signal) => (await find(text, signal)).map(record => optionOf(record, gid => records.get(gid))),
    [find, records],
  )
  return { options, search }
}
