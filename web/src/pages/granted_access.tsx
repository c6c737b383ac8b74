/** The applications that I allowed to act for me. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { grants } from '../api/queries.ts'
import type { Grant } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { DateTime, LastUsed } from '../components/date_time.tsx'
import { Confirm } from '../components/dialog.tsx'
import { useNotice } from '../components/notices.tsx'
import { Row, Section } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'

export function GrantedAccess() {
  const query = useQuery(grants)
  const client = useQueryClient()
  const say = useNotice()
  const [ending, setEnding] = useState<Grant | null>(null)
  const close = () => setEnding(null)
  const done = async () => {
    await client.invalidateQueries(grants)
    say('Access is revoked.')
    close()
  }
  return (
    <Section title="Allowed by you" lead="These applications can act for you until you revoke their access.">
      <Loaded query={query} rows={1}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(one => (
                <GrantRow key={one.gid} grant={one} onEnd={() => setEnding(one)} />
              ))}
            </ul>
          ) : (
            <Empty title="No applications have access">Applications that you allow appear here.</Empty>
          )
        }
      </Loaded>
      {ending ? (
        <Confirm
          title="Revoke access?"
          act="Revoke access"
          run={() => call('DELETE', `/-/grants/${ending.gid}`)}
          onDone={done}
          onClose={close}
        >
          <p>
            <strong>{ending.application.name}</strong> immediately loses access to your account.
          </p>
        </Confirm>
      ) : null}
    </Section>
  )
}

function GrantRow({
  grant: { application, scopes, created_at, last_used_at },
  onEnd,
}: {
  grant: Grant
  onEnd(): void
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
        <Button kind="danger" label={`Revoke access of ${application.name}`} onPress={onEnd}>
          Revoke access
        </Button>
      }
    />
  )
}
