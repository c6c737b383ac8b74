/** The people of an organization, with their roles, invitations and removal. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page, Row } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { Empty, Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { organization, people, session } from '../../data/queries.ts'
import type { InvitationResult, Membership, Person } from '../../data/types.ts'
import { Invite, LinkDialog } from './invite.tsx'
import { ChangeRole, roleName } from './role.tsx'
import { useOrganization } from './use_organization.ts'

type OpenPersonDialog =
  | { kind: 'invite' }
  | { kind: 'invited'; result: InvitationResult }
  | { kind: 'role' | 'remove' | 'link'; membership: Membership }

export function People() {
  const { gid } = useOrganization()
  return <PeopleOf key={gid} gid={gid} />
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

function PeopleOf({ gid }: { gid: string }) {
  const { data: present } = useOrganization().query
  const isAdmin = present?.is_admin ?? false
  const query = useInfiniteQuery(people(gid))
  const [open, setOpen] = useState<OpenPersonDialog | null>(null)
  const list = query.data?.pages
    .flatMap(page => page.items)
    .filter(member => member.is_active)
    .toSorted((a, b) => a.user.name.localeCompare(b.user.name))
  const lead = present
    ? `${count(present.people.members, 'member', 'members')}, ${count(present.people.guests, 'guest', 'guests')}`
    : undefined
  const invite = (
    <Button kind="primary" onPress={() => setOpen({ kind: 'invite' })}>
      Invite
    </Button>
  )
  return (
    <Page title="People" lead={lead} actions={isAdmin ? invite : null}>
      <Loaded query={{ data: list, error: query.error, refetch: query.refetch }}>
        {members =>
          members.length > 0 ? (
            <ul className="rows">
              {members.map(membership => (
                <PersonRow key={membership.gid} membership={membership} canChange={isAdmin} onOpen={setOpen} />
              ))}
            </ul>
          ) : (
            <Empty title="No people yet">Invite the people you work with.</Empty>
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <OpenDialog gid={gid} open={open} onOpen={setOpen} />
    </Page>
  )
}

/** Invalidates what a new member, a removal or another role changes. */
function useInvalidatePeople(gid: string) {
  const client = useQueryClient()
  const keys = [organization(gid).queryKey, session.queryKey]
  return () => Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}

interface PersonRowProps {
  membership: Membership
  canChange: boolean
  onOpen(open: OpenPersonDialog): void
}

function PersonRow({ membership, canChange, onOpen }: PersonRowProps) {
  const { user } = membership
  const isMe = useSession().user.gid === user.gid
  const button = (kind: 'role' | 'link' | 'remove', text: string, label: string) => (
    <Button
      kind={kind === 'remove' ? 'danger' : 'plain'}
      label={`${label} ${user.name}`}
      onPress={() => onOpen({ kind, membership })}
    >
      {text}
    </Button>
  )
  const actions = (
    <>
      {button('role', 'Change role', 'Change role of')}
      {isMe ? null : button('link', 'Create sign-in link', 'Create sign-in link for')}
      {isMe ? null : button('remove', 'Remove', 'Remove')}
    </>
  )
  return (
    <Row
      title={
        <>
          {user.name}
          {isMe ? <span className="badge">You</span> : null}
        </>
      }
      about={[user.email, roleName(membership)]}
      actions={canChange ? actions : null}
    />
  )
}

function OpenDialog({
  gid,
  open,
  onOpen,
}: {
  gid: string
  open: OpenPersonDialog | null
  onOpen(open: OpenPersonDialog | null): void
}) {
  const changed = useInvalidatePeople(gid)
  const notify = useNotice()
  const close = () => onOpen(null)
  const invited = async (result: InvitationResult) => {
    await changed()
    onOpen({ kind: 'invited', result })
  }
  const done = (text: string) => async () => {
    await changed()
    notify(text)
    close()
  }
  switch (open?.kind) {
    case 'invite':
      return <Invite gid={gid} onClose={close} onDone={invited} />
    case 'invited':
      return <LinkDialog {...open.result} onClose={close} />
    case 'role':
      return <ChangeRole gid={gid} membership={open.membership} onClose={close} onDone={done('The role is updated.')} />
    case 'link':
      return <NewLink gid={gid} user={open.membership.user} onClose={close} onDone={invited} />
    case 'remove':
      return <Remove gid={gid} user={open.membership.user} onClose={close} onDone={done('The person is removed.')} />
    default:
      return null
  }
}

interface PersonDialogProps<T> {
  gid: string
  user: Person
  onClose(): void
  onDone(result: T): void
}

function NewLink({ gid, user, onClose, onDone }: PersonDialogProps<InvitationResult>) {
  const createLink = async () => {
    const { link } = await call<{ link: string | null }>('POST', `/-/organizations/${gid}/people/${user.gid}/link`)
    return { user, link }
  }
  return (
    <Confirm title="Create a sign-in link?" action="Create link" run={createLink} onDone={onDone} onClose={onClose}>
      <p>
        Create one if <strong>{user.name}</strong> cannot sign in. The link works once, for anyone who has it, and
        replaces older links.
      </p>
    </Confirm>
  )
}

function Remove({ gid, user, onClose, onDone }: PersonDialogProps<unknown>) {
  const remove = () => call('POST', `/api/1.0/workspaces/${gid}/removeUser`, { user: user.gid })
  return (
    <Confirm title={`Remove ${user.name}?`} action="Remove" run={remove} onDone={onDone} onClose={onClose}>
      <p>
        <strong>{user.name}</strong> immediately loses access to everything in this organization. Their tasks remain,
        with their name. You become the owner of their projects that others can see.
      </p>
    </Confirm>
  )
}
