/** Invitations of the person to organizations; renders nothing if there is none. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../data/call.ts'
import { invitations, session } from '../data/queries.ts'
import type { Invitation } from '../data/types.ts'
import { Button } from './button.tsx'
import { useNotice } from './notices.tsx'
import { Row, Section } from './page.tsx'
import { Problem } from './states.tsx'

export function Invitations() {
  const { data: list = [] } = useQuery(invitations)
  const client = useQueryClient()
  const notify = useNotice()
  const answer = useMutation({
    mutationFn: ({ joins, invitation: { gid } }: { joins: boolean; invitation: Invitation }) =>
      joins ? call('POST', `/-/invitations/${gid}/accept`) : call('DELETE', `/-/invitations/${gid}`),
    onSuccess: async (_answer, { joins, invitation: { organization } }) => {
      await Promise.all([client.invalidateQueries(invitations), client.invalidateQueries(session)])
      notify(joins ? `You joined ${organization.name}.` : `You declined the invitation to ${organization.name}.`)
    },
  })
  if (list.length === 0) return null
  return (
    <Section title="Invitations" lead="If you join, the people of the organization see your name and e-mail address.">
      {answer.error ? <Problem error={answer.error} /> : null}
      <ul className="rows">
        {list.map(invitation => (
          <Row
            key={invitation.gid}
            title={invitation.organization.name}
            about={[
              invitation.invited_by === null ? null : `invited by ${invitation.invited_by}`,
              `as ${invitation.role}`,
            ]}
            actions={
              <>
                <Button
                  kind="primary"
                  label={`Join ${invitation.organization.name}`}
                  onPress={() => answer.mutate({ joins: true, invitation })}
                >
                  Join
                </Button>
                <Button
                  label={`Decline the invitation to ${invitation.organization.name}`}
                  onPress={() => answer.mutate({ joins: false, invitation })}
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
