/** The trash of a person in a workspace; administrators can see that of all people. */
import { useState } from 'react'
import { Segmented } from '../../components/control/segmented.tsx'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { TrashList } from '../../components/trash/trash_list.tsx'
import { useCache } from '../../data/hooks.ts'

const DELETED_BY = [
  { id: 'me', label: 'Mine' },
  { id: 'all', label: 'All' },
] as const

export function TrashPage() {
  const { workspace } = useCache()
  const isAdmin = useSession().organizations.some(({ gid, is_admin }) => gid === workspace && is_admin)
  const [deletedBy, setDeletedBy] = useState<'me' | 'all'>('me')
  return (
    <Page
      title="Trash"
      lead="What you delete can be restored for 30 days, with everything that was deleted together with it."
      actions={
        isAdmin ? <Segmented label="Deleted by" options={DELETED_BY} value={deletedBy} onChange={setDeletedBy} /> : null
      }
    >
      <TrashList key={deletedBy} workspace={workspace} isAll={deletedBy === 'all'} />
    </Page>
  )
}
