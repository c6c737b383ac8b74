/** The names of the objects that a rule names: those of the cache, and others from the server. */
import { useEffect, useMemo } from 'react'
import { useSections } from '../../../components/task/picker/use_sections.ts'
import { useRecords } from '../../../components/task/use_records.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { Definition } from './rule.ts'

/** The types of the objects that members name. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ assignee: 'user', tag: 'tag', project: 'project', section: 'section', custom_field: 'custom_field' },
}

/** The objects that a definition names, with their types. */
const objectsIn = ({ trigger, conditions, actions }: Definition): (readonly [Gid, string])[] =>
  [trigger, ...conditions, ...actions].flatMap(part =>
    Object.entries(part).flatMap(([name, value]) => {
      const type = TYPES[name]
      return type && typeof value === 'string' ? [[value, type] as const] : []
    }),
  )

export function useNames(project: Gid, rule: Definition): (gid: Gid) => string | undefined {
  const cache = useCache()
  const sections = useSections(project)
  const objects = useMemo(() => objectsIn(rule), [rule])
  const records = useRecords(useMemo(() => objects.map(([gid]) => gid), [objects]))
  useEffect(() => {
    for (const [gid, type] of objects) {
      // An object that the person cannot see has no name.
      if (type !== 'section' && !cache.records.get(gid)) void cache.read(type, gid, 'name').catch(() => undefined)
    }
  }, [cache, objects])
  return gid => {
    const name = records.find(record => record.gid === gid)?.name ?? sections.find(one => one.gid === gid)?.name
    return typeof name === 'string' ? name : undefined
  }
}
