/** Requests to join a team: sending and withdrawing one, and deciding on those of others. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Section } from '../../components/page.tsx'
import {
  decideJoinRequest,
  type JoinRequest,
  joinRequestsQuery,
  requestToJoin,
  withdrawJoinRequest,
} from '../../data/people.ts'
import type { Gid } from '../../data/records.ts'

const PICTURE_PX = 32

/** A request has no event: the requests are read each time the page opens. */
const useJoinRequests = (team: Gid) => useQuery({ ...joinRequestsQuery(team), staleTime: 0 })

/** "Request to join", or the request that waits. */
export function RequestToJoin({ team }: { team: Gid }) {
  const client = useQueryClient()
  const notify = useNotice()
  const { data } = useJoinRequests(team)
  const [isOpen, setOpen] = useState(false)
  const changed = (notice: string) => {
    notify(notice)
    return client.invalidateQueries({ queryKey: ['objects', 'team', team] })
  }
  const withdraw = useMutation({
    mutationFn: withdrawJoinRequest,
    onSuccess: () => changed('Request withdrawn'),
    onError: ({ message }) => notify({ text: message, isError: true }),
  })
  // Those who decide need no request: "Add member" adds them.
  if (!data || data.can_decide) return null
  const [own] = data.requests
  if (own)
    return (
      <Button pending={withdraw.isPending} onPress={() => withdraw.mutate(own.gid)}>
        Withdraw request
      </Button>
    )
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        Request to join
      </Button>
      {isOpen ? (
        <Dialog title="Request to join" onClose={() => setOpen(false)}>
          <Form
            submit="Send request"
            fields={['message']}
            actions={<Button onPress={() => setOpen(false)}>Cancel</Button>}
            run={values => requestToJoin(team, text(values, 'message') ?? null)}
            onDone={() => {
              setOpen(false)
              void changed('Request sent')
            }}
          >
            <Field name="message" label="Message" hint="Those who decide read this." lines={3} />
          </Form>
        </Dialog>
      ) : null}
    </>
  )
}

/** The requests of others, for those who decide. */
export function JoinRequests({ team }: { team: Gid }) {
  const { data } = useJoinRequests(team)
  if (!data?.can_decide || data.requests.length === 0) return null
  return (
    <Section title="Requests to join">
      <ul className="people-list" aria-label="Requests to join">
        {data.requests.map(request => (
          <RequestRow key={request.gid} team={team} request={request} />
        ))}
      </ul>
    </Section>
  )
}

function RequestRow({ team, request: { gid, message, requester } }: { team: Gid; request: JoinRequest }) {
  const client = useQueryClient()
  const notify = useNotice()
  const { name } = requester
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject') => decideJoinRequest(gid, decision),
    onSuccess: (_, decision) => notify(decision === 'approve' ? `${name} joined the team` : 'Request denied'),
    onError: error => notify({ text: error.message, isError: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['objects', 'team', team] }),
  })
  return (
    <li className="people-row" data-gid={requester.gid}>
      <Avatar person={requester} size={PICTURE_PX} />
      <div className="people-text">
        <span className="people-name">{name}</span>
        {message ? <p className="people-about">{message}</p> : null}
      </div>
      <Button
        size="small"
        kind="primary"
        label={`Approve ${name}`}
        pending={decide.isPending}
        onPress={() => decide.mutate('approve')}
      >
        Approve
      </Button>
      <Button size="small" label={`Deny ${name}`} onPress={() => decide.mutate('reject')}>
        Deny
      </Button>
    </li>
  )
}
