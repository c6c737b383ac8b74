/** The layout of a project: that of the address, else the one used last, else the default one of the project. */
import { usedLayout, useUsedLayout } from '../../components/views/use_used_layout.ts'
import type { Cache } from '../../data/cache.ts'
import type { Gid } from '../../data/records.ts'
import { type LayoutEntry, layouts } from './layouts.ts'
import type { Project } from './use_project.ts'

const FIRST = layouts[0] as LayoutEntry

const layoutNamed = (name: unknown): LayoutEntry | undefined => layouts.find(layout => layout.name === name)

/** The layout in which a project opens: that of its address, else the last one, else its default one. */
const choose = (given: string | undefined, last: unknown, byDefault: unknown): LayoutEntry =>
  given ? (layoutNamed(given) ?? FIRST) : (layoutNamed(last) ?? layoutNamed(byDefault) ?? layoutNamed('list') ?? FIRST)

/** The layout in which a project will open at an address. */
export async function layoutOf({ persistence, records }: Cache, project: Gid, given?: string): Promise<LayoutEntry> {
  const last = given ? undefined : await usedLayout(persistence, project)
  return choose(given, last, records.get(project)?.default_view)
}

/** The layout; undefined until it is known which one was used last. */
export function useLayout({ gid, default_view }: Project, given: string | undefined): LayoutEntry | undefined {
  const used = useUsedLayout(gid, given)
  return used && choose(given, used.name, default_view)
}
