/** The trash of an organization. */
import { Page } from '../../components/page.tsx'
import { TrashList } from '../../components/trash/trash_list.tsx'
import { useWorkspace } from './use_organization.ts'

export function Trash() {
  const workspace = useWorkspace()
  return (
    <Page title="Trash" lead="Deleted objects of this organization can be restored for 30 days.">
      <TrashList workspace={workspace} isAll />
    </Page>
  )
}
