/** Copies links, and says so. */
import { useCallback } from 'react'
import { useNotice } from './notices.tsx'

export function useCopyLinks(): (links: readonly string[]) => void {
  const notify = useNotice()
  return useCallback(
    links =>
      void navigator.clipboard.writeText(links.join('\n')).then(
        () => notify('Link copied'),
        () => notify({ text: `Copying failed. The link is ${links[0]}`, isError: true }),
      ),
    [notify],
  )
}
