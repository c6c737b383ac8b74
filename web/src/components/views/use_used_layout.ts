/** The layout in which a screen was used last, which this browser remembers. */
import { useEffect, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Persistence } from '../../data/persistence.ts'

const keyOf = (screen: string) => `layout ${screen}`

/** The name of the layout in which a screen, such as a project, was used last. */
export const usedLayout = (persistence: Persistence, screen: string): Promise<string | undefined> =>
  persistence.state<string>(keyOf(screen))

/** The layout that the address gives, which is then remembered, else the one used last; undefined until it is known. */
export function useUsedLayout(screen: string, given: string | undefined): { name: string | undefined } | undefined {
  const { persistence } = useCache()
  const [last, setLast] = useState<{ name: string | undefined }>()
  useEffect(() => {
    if (given) void persistence.setState(keyOf(screen), given)
    else void usedLayout(persistence, screen).then(name => setLast({ name }))
  }, [persistence, screen, given])
  return given ? { name: given } : last
}
