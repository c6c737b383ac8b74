/** The sections of a list: those of the cache, otherwise read from the server. */
import { useEffect, useState } from 'react'
import { call } from '../../../data/call.ts'
import { useCache, useList } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'

export interface NamedSection {
  readonly gid: Gid
  readonly name: string
}

const NO_SECTIONS: readonly NamedSection[] = []

export function useSections(list: Gid | null): readonly NamedSection[] {
  const { sections } = useList(list ?? '')
  const cache = useCache()
  const [read, setRead] = useState<{ list: Gid; sections: readonly NamedSection[] }>()
  const isKnown = sections.length > 0
  useEffect(() => {
    if (!list || isKnown) return
    let isCurrent = true
    call<NamedSection[]>('GET', `/api/1.0/projects/${list}/sections?opt_fields=name&limit=100`).then(
      found => {
        if (!isCurrent) return
        // The names make the sections of other tasks readable; their places come with the list.
        cache.records.confirm(found.map(({ gid, name }) => ({ gid, members: { resource_type: 'section', name } })))
        setRead({ list, sections: found })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [list, isKnown, cache])
  if (isKnown) return sections
  return read?.list === list ? read.sections : NO_SECTIONS
}
