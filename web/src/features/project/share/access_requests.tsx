/** The pending requests for access to a project. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { type AccessRequest, accessRequestsQuery, decideRequest, membersQuery, nameOf } from '../../../data/members.ts'
import type { Gid } from '../../../data/records.ts'

export function AccessRequests({ project }: { project: Gid }) {
  const client = useQueryClient()
  const notify = useNotice()
  // A request has no event: it is read each time the dialog opens.
  const { data: requests = [] } = useQuery({ ...accessRequestsQuery(project), staleTime: 0 })
  const [pending, setPending] = useState<Gid>()
  if (requests.length === 0) return null
  const decide = async ({ gid, requester }: AccessRequest, decision: 'approve' | 'reject') => {
    setPending(gid)
    try {
      await decideRequest(gid, decision)
      notify(decision === 'approve' ? `${nameOf(requester)} has access now` : 'Request denied')
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
    }
    for (const { queryKey } of [accessRequestsQuery(project), membersQuery(project)])
      await client.invalidateQueries({ queryKey: queryKey as readonly string[] })
    setPending(undefined)
  }
  return (
    <section className="share-part">
      <h3>Access requests</h3>
      <ul className="share-members" aria-label="Access requests">
        {requests.map(request => {
          const { gid, message, requester } = request
          const name = nameOf(requester)
          return (
            <li key={gid} className="share-member">
              <Avatar person={{ gid: requester.gid, name }} size={32} />
              <span className="share-name">
                <span className="share-line" title={name}>
                  {name}
                </span>
                {message ? <span className="share-soft">{message}</span> : null}
              </span>
              <span className="share-decision">
                <Button
                  size="small"
                  kind="primary"
                  label={`Approve ${name}`}
                  pending={pending === gid}
                  onPress={() => void decide(request, 'approve')}
                >
                  Approve
                </Button>
                <Button size="small" label={`Deny ${name}`} onPress={() => void decide(request, 'reject')}>
                  Deny
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
