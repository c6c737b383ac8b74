/** The organization of the address. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useContext } from 'react'
import { useSession } from '../../components/session.ts'
import { CacheContext } from '../../data/hooks.ts'
import { organization } from '../../data/queries.ts'

/** The gid in the address; that of the workspace on the screen where the address has none. */
export function useWorkspace(): string {
  const { workspace } = useParams({ strict: false }) as { workspace?: string }
  const { organizations } = useSession()
  const present = useContext(CacheContext)?.workspace
  return workspace ?? present ?? organizations[0]?.gid ?? ''
}

export function useOrganization() {
  const gid = useWorkspace()
  return { gid, query: useQuery(organization(gid)) }
}
