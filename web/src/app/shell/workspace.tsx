/** The workspace on the screen, and its cache: the one of the address, otherwise the last one in this browser. */
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../../components/session.ts'
import { type Cache, openCache } from '../../data/cache.ts'
import { CacheContext } from '../../data/hooks.ts'
import { invalidateChanged, invalidateOwn } from '../../data/invalidation.ts'
import { lastWorkspace, rememberOpened } from '../../data/last_workspace.ts'
import { session } from '../../data/queries.ts'
import { onSignedInAgain, setSessionEnded } from '../../data/session_end.ts'

/** The gid of the workspace on the screen; undefined for a person without one. */
export function useWorkspaceGid(): string | undefined {
  const { organizations } = useSession()
  const { workspace } = useParams({ strict: false }) as { workspace?: string }
  const isOwn = organizations.some(({ gid }) => gid === workspace)
  useEffect(() => {
    if (workspace && isOwn) rememberOpened(workspace)
  }, [workspace, isOwn])
  return isOwn ? workspace : lastWorkspace(organizations)
}

/** Opens the cache of the workspace, and shows `children` when it is open. Opening takes a few milliseconds. */
export function WorkspaceProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const workspace = useWorkspaceGid()
  const cache = useCacheOf(user.gid, workspace)
  if (workspace && !cache) return null
  return <CacheContext.Provider value={cache}>{children}</CacheContext.Provider>
}

function useCacheOf(user: string, workspace: string | undefined): Cache | undefined {
  const client = useQueryClient()
  const [cache, setCache] = useState<Cache>()
  useEffect(() => {
    if (!workspace) return
    let isCurrent = true
    let opened: Cache | undefined
    const stop = onSignedInAgain(() => opened?.outbox.resume())
    const position = client.getQueryData(session.queryKey)?.live_cursor ?? ''
    void openCache(user, workspace, position).then(next => {
      if (!isCurrent) {
        next.close()
        return
      }
      opened = next
      next.onReport(report => {
        if (report.kind === 'change') invalidateChanged(client, report.change)
        else if (report.kind === 'own') invalidateOwn(client, report.kinds)
        else if (report.kind === 'reset') void client.invalidateQueries()
        else if (report.kind === 'session_ended') setSessionEnded(true)
      })
      setCache(next)
    })
    return () => {
      isCurrent = false
      stop()
      opened?.close()
      setCache(undefined)
    }
  }, [user, workspace, client])
  return cache?.workspace === workspace ? cache : undefined
}
