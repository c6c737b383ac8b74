/** Applications with access to the account of the person. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { DateTime, LastUsed } from '../../components/date_time.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Row, Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { grants } from '../../data/queries.ts'
import type { Grant } from '../../data/types.ts'

export function GrantedAccess() {
  const query = useQuery(grants)
  const client = useQueryClient()
  const notify = useNotice()
  const [revoking, setRevoking] = useState<Grant | null>(null)
  const close = () => setRevoking(null)
  const done = async () => {
    await client.invalidateQueries(grants)
    notify('Access is revoked.')
    close()
  }
  return (
    <Section title="Allowed by you" lead="These applications can act for you until you revoke their access.">
      <Loaded query={query} rows={1}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(grant => (
                <GrantRow key={grant.gid} grant={grant} onRevoke={() => setRevoking(grant)} />
              ))}
            </ul>
          ) : (
            <Empty title="No applications have access">Applications that you allow appear here.</Empty>
          )
        }
      </Loaded>
      {revoking ? (
        <Confirm
          title="Revoke access?"
          action="Revoke access"
          run={() => call('DELETE', `/-/grants/${revoking.gid}`)}
          onDone={done}
          onClose={close}
        >
          <p>
            <strong>{revoking.application.name}</strong> immediately loses access to your account.
          </p>
        </Confirm>
      ) : null}
    </Section>
  )
}

function GrantRow({
  grant: { application, scopes, created_at, last_used_at },
  onRevoke,
}: {
  grant: Grant
  onRevoke(): void
}) {
  return (
    <Row
      title={application.name}
      about={[
        scopes.includes('default') ? 'full permissions' : scopes.join(', '),
        <span key="since">
          allowed <DateTime at={created_at} />
        </span>,
        <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        <Button kind="danger" label={`Revoke access of ${application.name}`} onPress={onRevoke}>
          Revoke access
        </Button>
      }
    />
  )
}
