/** Copies links, and says so. A link can be a path of this server. */
import { useCallback } from 'react'
import { copyText } from './clipboard.ts'
import { useNotice } from './notices.tsx'

export function useCopyLinks(): (links: readonly string[]) => void {
  const notify = useNotice()
  return useCallback(
    links => {
      const urls = links.map(link => new URL(link, location.origin).href)
      void copyText(urls.join('\n')).then(
        () => notify('Link copied'),
        () => notify({ text: `Copying failed. The link is ${urls[0]}`, isError: true }),
      )
    },
    [notify],
  )
}
