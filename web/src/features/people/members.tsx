/** The members of a team with their roles: adding and removing them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '../../components/control/icon_button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { useNotice } from '../../components/notices.tsx'
import { PopupButton } from '../../components/overlay/popup.tsx'
import { Section } from '../../components/page.tsx'
import { Picker } from '../../components/picker/picker.tsx'
import { useSession } from '../../components/session.ts'
import { Loaded } from '../../components/states.tsx'
import { useCandidates } from '../../components/task/picker/candidates.tsx'
import { personPath } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import { membersOfTeam, type OpenTeam, type TeamMember } from '../../data/people.ts'

const PICTURE_PX = 32

const accessOf = ({ is_admin, is_guest, is_limited_access }: TeamMember): string => {
  const role = is_admin ? 'Team administrator' : is_guest ? 'Guest' : 'Member'
  return is_limited_access ? `${role}, limited access` : role
}

const byName = (a: TeamMember, b: TeamMember): number => a.user.name.localeCompare(b.user.name)

interface Props {
  team: OpenTeam
  /** Whether the person may add and remove members, as far as the settings of the team allow it. */
  canChange: boolean
}

export function Members({ team, canChange }: Props) {
  const query = useQuery(membersOfTeam(team.gid))
  const members = query.data?.items ?? []
  const [removed, setRemoved] = useState<TeamMember | null>(null)
  return (
    <Section title="Members" actions={canChange ? <AddMember team={team} members={members} /> : null}>
      <Loaded query={query}>
        {({ items, next }) => (
          <>
            <ul className="people-list" aria-label="Members">
              {items.toSorted(byName).map(member => (
                <MemberRow key={member.gid} member={member} onRemove={canChange ? setRemoved : undefined} />
              ))}
            </ul>
            {next ? <p className="people-about">The first 100 members.</p> : null}
          </>
        )}
      </Loaded>
      {removed ? <Remove team={team} member={removed} onClose={() => setRemoved(null)} /> : null}
    </Section>
  )
}

function MemberRow({ member, onRemove }: { member: TeamMember; onRemove?(member: TeamMember): void }) {
  const { workspace } = useCache()
  const { user } = member
  // People leave by the button of the page.
  const isMe = useSession().user.gid === user.gid
  return (
    <li className="people-row" data-gid={user.gid}>
      <Avatar person={{ gid: user.gid, name: user.name, photo: user.photo?.image_36x36 ?? null }} size={PICTURE_PX} />
      <div className="people-text">
        <Link to={personPath(workspace, user.gid)} className="people-name">
          {user.name}
        </Link>
      </div>
      <span className="people-role">{accessOf(member)}</span>
      {onRemove && !isMe ? (
        <IconButton icon={X} size="small" label={`Remove ${user.name}`} onPress={() => onRemove(member)} />
      ) : null}
    </li>
  )
}

function AddMember({ team: { gid }, members }: { team: OpenTeam; members: readonly TeamMember[] }) {
  const client = useQueryClient()
  const notify = useNotice()
  const candidates = useCandidates(
    'user',
    members.map(({ user }) => user.gid),
  )
  const { mutate } = useMutation({
    mutationFn: (user: string) => call('POST', `/api/1.0/teams/${gid}/addUser`, { user }),
    onSuccess: () => {
      notify('Member added')
      return client.invalidateQueries({ queryKey: ['objects'] })
    },
    onError: ({ message }) => notify({ text: message, isError: true }),
  })
  return (
    <PopupButton
      label="Add member"
      className="button small"
      popup={place => (
        <Picker {...place} {...candidates} label="Member" value={null} onChange={user => user && mutate(user)} />
      )}
    >
      <Icon of={Plus} />
      Add member
    </PopupButton>
  )
}

function Remove({ team, member, onClose }: { team: OpenTeam; member: TeamMember; onClose(): void }) {
  const client = useQueryClient()
  const notify = useNotice()
  const { name } = member.user
  return (
    <Confirm
      title={`Remove ${name}?`}
      action="Remove"
      run={() => call('POST', `/api/1.0/teams/${team.gid}/removeUser`, { user: member.user.gid })}
      onDone={() => {
        notify('Member removed')
        onClose()
        return client.invalidateQueries({ queryKey: ['objects'] })
      }}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong> loses access to the projects that only <strong>{team.name}</strong> shares with them.
      </p>
    </Confirm>
  )
}
