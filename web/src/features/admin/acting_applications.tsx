/** Applications with access to accounts of an organization, for its administrators. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { LastUsed } from '../../components/date_time.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { actingApplications } from '../../data/queries.ts'
import type { ActingApplication } from '../../data/types.ts'
import { useOrganization } from './use_organization.ts'

export function ActingApplications() {
  const { gid } = useOrganization()
  const query = useQuery(actingApplications(gid))
  const client = useQueryClient()
  const notify = useNotice()
  const [revoking, setRevoking] = useState<ActingApplication | null>(null)
  const close = () => setRevoking(null)
  const done = async () => {
    await client.invalidateQueries(actingApplications(gid))
    notify('Access is revoked for everyone in this organization.')
    close()
  }
  return (
    <Page title="Applications" lead="Applications that can act for people of this organization.">
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(application => (
                <ApplicationRow
                  key={application.gid}
                  application={application}
                  onRevoke={() => setRevoking(application)}
                />
              ))}
            </ul>
          ) : (
            <Empty title="No applications have access">Applications that people allow appear here.</Empty>
          )
        }
      </Loaded>
      {revoking ? (
        <Confirm
          title="Revoke access?"
          action="Revoke access"
          run={() => call('DELETE', `/-/organizations/${gid}/applications/${revoking.gid}`)}
          onDone={done}
          onClose={close}
        >
          <p>
            <strong>{revoking.name}</strong> immediately loses access to the accounts of everyone in this organization.
            Each person can allow it again.
          </p>
        </Confirm>
      ) : null}
    </Page>
  )
}

function ApplicationRow({ application, onRevoke }: { application: ActingApplication; onRevoke(): void }) {
  const { name, owner, people, scopes, last_used_at } = application
  return (
    <Row
      title={name}
      about={[
        owner ? `registered by ${owner.name}` : 'its owner left the organization',
        people === 1 ? 'allowed by 1 person' : `allowed by ${people} people`,
        scopes.includes('default') ? 'full permissions' : scopes.join(', '),
        <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        <Button kind="danger" label={`Revoke access of ${name}`} onPress={onRevoke}>
          Revoke access
        </Button>
      }
    />
  )
}
