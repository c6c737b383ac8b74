/** The layout of a project: that of the address, else the one used last, else the default one of the project. */
import { useEffect, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import { type LayoutEntry, layouts } from './layouts.ts'
import type { Project } from './use_project.ts'

const layoutNamed = (name: string | undefined): LayoutEntry | undefined => layouts.find(layout => layout.name === name)

/** The layout; undefined until it is known which one was used last. */
export function useLayout({ gid, default_view }: Project, given: string | undefined): LayoutEntry | undefined {
  const { persistence } = useCache()
  const [last, setLast] = useState<{ name: string | undefined }>()
  const key = `layout ${gid}`
  useEffect(() => {
    if (given) void persistence.setState(key, given)
    else void persistence.state<string>(key).then(name => setLast({ name }))
  }, [persistence, key, given])
  if (given) return layoutNamed(given) ?? layouts[0]
  return last && (layoutNamed(last.name) ?? layoutNamed(default_view) ?? layoutNamed('list'))
}
