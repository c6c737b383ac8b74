/** The applications that act for people of an organization, for its administrators. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { actingApplications } from '../api/queries.ts'
import type { ActingApplication } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { LastUsed } from '../components/date_time.tsx'
import { Confirm } from '../components/dialog.tsx'
import { useNotice } from '../components/notices.tsx'
import { Row, Section } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'
import { useOrganization } from './organization.tsx'

export function ActingApplications() {
  const { gid } = useOrganization()
  const query = useQuery(actingApplications(gid))
  const client = useQueryClient()
  const say = useNotice()
  const [ending, setEnding] = useState<ActingApplication | null>(null)
  const close = () => setEnding(null)
  const done = async () => {
    await client.invalidateQueries(actingApplications(gid))
    say('The application acts for nobody here any more.')
    close()
  }
  return (
    <Section title="Applications" lead="What people of this organization let act for them.">
      <Loaded query={query}>
        {list =>
          list.length > 0 ? (
            <ul className="rows">
              {list.map(one => (
                <ApplicationRow key={one.gid} application={one} onEnd={() => setEnding(one)} />
              ))}
            </ul>
          ) : (
            <Empty title="No application acts for anybody here">When somebody allows one, it appears here.</Empty>
          )
        }
      </Loaded>
      {ending ? (
        <Confirm
          title="Remove access?"
          act="Remove access"
          run={() => call('DELETE', `/-/organizations/${gid}/applications/${ending.gid}`)}
          onDone={done}
          onClose={close}
        >
          <p>
            <strong>{ending.name}</strong> can no longer act for anybody in this organization, at once. Each person may
            allow it again.
          </p>
        </Confirm>
      ) : null}
    </Section>
  )
}

function ApplicationRow({ application, onEnd }: { application: ActingApplication; onEnd(): void }) {
  const { name, owner, people, scopes, last_used_at } = application
  return (
    <Row
      title={name}
      about={[
        owner ? `registered by ${owner.name}` : 'its owner has left',
        people === 1 ? 'for one person' : `for ${people} people`,
        scopes.includes('default') ? 'full permissions' : scopes.join(', '),
        <LastUsed key="used" at={last_used_at} />,
      ]}
      actions={
        <Button kind="danger" label={`Remove the access of ${name}`} onPress={onEnd}>
          Remove access
        </Button>
      }
    />
  )
}
