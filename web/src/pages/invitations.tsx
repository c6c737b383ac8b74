/** The organizations that ask me to join them; nothing while none does. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invitations, session } from '../api/queries.ts'
import type { Invitation } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { useNotice } from '../components/notices.tsx'
import { Row, Section } from '../components/page.tsx'
import { Problem } from '../components/states.tsx'

export function Invitations() {
  const { data: list = [] } = useQuery(invitations)
  const client = useQueryClient()
  const say = useNotice()
  const answer = useMutation({
    mutationFn: ({ joins, one: { gid } }: { joins: boolean; one: Invitation }) =>
      joins ? call('POST', `/-/invitations/${gid}/accept`) : call('DELETE', `/-/invitations/${gid}`),
    onSuccess: async (_answer, { joins, one: { organization } }) => {
      await Promise.all([client.invalidateQueries(invitations), client.invalidateQueries(session)])
      say(joins ? `You are now in ${organization.name}.` : `You have declined to join ${organization.name}.`)
    },
  })
  if (list.length === 0) return null
  return (
    <Section title="You are asked to join" lead="Its people then see your name and your e-mail address.">
      {answer.error ? <Problem error={answer.error} /> : null}
      <ul className="rows">
        {list.map(one => (
          <Row
            key={one.gid}
            title={one.organization.name}
            about={[one.invited_by === null ? null : `invited by ${one.invited_by}`, `as ${one.role}`]}
            actions={
              <>
                <Button
                  kind="primary"
                  label={`Join ${one.organization.name}`}
                  onPress={() => answer.mutate({ joins: true, one })}
                >
                  Join
                </Button>
                <Button
                  label={`Decline to join ${one.organization.name}`}
                  onPress={() => answer.mutate({ joins: false, one })}
                >
                  Decline
                </Button>
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}
