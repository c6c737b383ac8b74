/** How a program exports an organization: the API allows it to service accounts only. */
import { Link } from '@tanstack/react-router'
import { CopyableText } from '../../components/copy.tsx'
import { Page } from '../../components/page.tsx'
import { useWorkspace } from './use_organization.ts'

export function ExportPage() {
  const workspace = useWorkspace()
  const path = `${window.location.origin}/api/1.0/organization_exports`
  const bearer = 'curl -H "Authorization: Bearer TOKEN"'
  return (
    <Page title="Export" lead="Everything in this organization as one compressed JSON file.">
      <p>
        A service account starts the export: create one under{' '}
        <Link to={`/admin/${workspace}/service_accounts`}>Service accounts</Link>, replace TOKEN with its token, and run
        the first line. The second line, with the gid that the first one returns, answers with the address of the file
        when it is ready.
      </p>
      <CopyableText label="Start the export" text={`${bearer} -d organization=${workspace} ${path}`} />
      <CopyableText label="Read its state" text={`${bearer} ${path}/GID`} />
    </Page>
  )
}
