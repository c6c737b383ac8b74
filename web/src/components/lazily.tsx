/**
 * Parts of screens that are loaded after the screen, such as pickers and menus. Invariants:
 * - The first press opens such a part, also while it is still being loaded.
 * - A loaded part renders in the same frame; `Suspense` would hold it back for up to 300 ms.
 */
import { type ComponentType, useEffect, useState } from 'react'
import { useNotice } from './notices.tsx'

/** Loads parts that the screen declares and that are not loaded yet. */
const waiting = new Set<() => Promise<unknown>>()

/** A component that is loaded by `preloadParts`, at the latest when it is first rendered. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const preload = (): Promise<void> => {
    waiting.delete(preload)
    loading ??= load().then(
      component => {
        Loaded = component
      },
      error => {
        // The next press tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  waiting.add(preload)
  return function Lazy(props: Props) {
    const [, setLoaded] = useState(Loaded !== undefined)
    const notify = useNotice()
    const { onClose } = props as { onClose?(): void }
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
    useEffect(() => {
      if (Loaded) return
      let isCurrent = true
      preload().then(
        () => isCurrent && setLoaded(true),
        () => {
          notify({
            text: 'This part of the page could not be loaded. Check the connection and try again.',
            isError: true,
          })
          if (isCurrent) onClose?.()
        },
      )
      return () => {
        isCurrent = false
      }
    }, [])
    return Loaded ? <Loaded {...props} /> : null
  }
}

/** Loads all parts of the screen that are not loaded yet. Without an answer each is loaded when it is needed. */
export function preloadParts(): void {
  for (const preload of waiting) preload().catch(() => {})
}

/** Safari lacks `requestIdleCallback`. */
const WITHOUT_IDLE_MS = 200

/** Loads the parts of the screen once the browser has nothing else to do. */
export function preloadPartsWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(preloadParts)
  else setTimeout(preloadParts, WITHOUT_IDLE_MS)
}
