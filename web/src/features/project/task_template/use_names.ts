/** Loads the names of what a template refers to. What the person cannot see has no name. */
import { useEffect } from 'react'
import { type FieldValue, kindOf } from '../../../data/custom_fields.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { TaskTemplate } from '../../../data/task_templates.ts'
import { referencesIn } from './draft.ts'

const FIELDS: Readonly<Record<string, string>> = { user: 'name,photo.image_36x36', tag: 'name,color' }

/** The types of objects that new tasks can refer to. */
const REFERRED_TYPES = ['task', 'project']

export function useNames({ tasks }: TaskTemplate, fields: readonly FieldValue[]): void {
  const cache = useCache()
  useEffect(() => {
    const load = (type: string, gid: Gid) => cache.read(type, gid, FIELDS[type] ?? 'name').catch(() => undefined)
    const isUnknown = (gid: Gid) => cache.records.get(gid)?.name === undefined
    const valuesOf = (kind: string) =>
      fields
        .filter(field => kindOf(field) === kind)
        .flatMap(({ gid }) => tasks.flatMap(task => (task.custom_fields[gid] ?? []) as Gid | readonly Gid[]))
    const { users, tags } = referencesIn(tasks)
    for (const gid of [...users, ...valuesOf('people')]) if (isUnknown(gid)) void load('user', gid)
    for (const gid of tags) if (isUnknown(gid)) void load('tag', gid)
    const referred = async (gid: Gid) => {
      for (const type of REFERRED_TYPES) if (isUnknown(gid)) await load(type, gid)
    }
    for (const gid of valuesOf('reference')) void referred(gid)
  }, [cache, tasks, fields])
}
