/** The layout of a project: that of the address, else the one used last, else the default one of the project. */
import { useEffect, useState } from 'react'
import type { Cache } from '../../data/cache.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { type LayoutEntry, layouts } from './layouts.ts'
import type { Project } from './use_project.ts'

const FIRST = layouts[0] as LayoutEntry

const layoutNamed = (name: unknown): LayoutEntry | undefined => layouts.find(layout => layout.name === name)

const keyOf = (project: Gid): string => `layout ${project}`

/** The layout in which a project opens: that of its address, else the last one, else its default one. */
const choose = (given: string | undefined, last: unknown, byDefault: unknown): LayoutEntry =>
  given ? (layoutNamed(given) ?? FIRST) : (layoutNamed(last) ?? layoutNamed(byDefault) ?? layoutNamed('list') ?? FIRST)

/** The layout in which a project will open at an address. */
export async function layoutOf({ persistence, records }: Cache, project: Gid, given?: string): Promise<LayoutEntry> {
  const last = given ? undefined : await persistence.state<string>(keyOf(project))
  return choose(given, last, records.get(project)?.default_view)
}

/** The layout; undefined until it is known which one was used last. */
export function useLayout({ gid, default_view }: Project, given: string | undefined): LayoutEntry | undefined {
  const { persistence } = useCache()
  const [last, setLast] = useState<{ name: string | undefined }>()
  const key = keyOf(gid)
  useEffect(() => {
    if (given) void persistence.setState(key, given)
    else void persistence.state<string>(key).then(name => setLast({ name }))
  }, [persistence, key, given])
  return given || last ? choose(given, last?.name, default_view) : undefined
}
