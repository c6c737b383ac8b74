/** The members of a project with their access, which people who may share can change. */
import { useQueryClient } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { useCache } from '../../../data/hooks.ts'
import {
  ACCESS_LEVELS,
  type AccessLevel,
  addMember,
  changeAccess,
  membersQuery,
  nameOf,
  type ProjectMember,
  removeMember,
} from '../../../data/members.ts'
import type { Gid } from '../../../data/records.ts'

interface Props {
  project: Gid
  members: readonly ProjectMember[]
  canShare: boolean
  isAdmin: boolean
}

/** Changes of the members, shown before the server has answered. */
function useMemberActs(project: Gid) {
  const client = useQueryClient()
  const cache = useCache()
  const notify = useNotice()
  const { queryKey } = membersQuery(project)
  const settle = async () => {
    cache.refresh('project', project)
    await client.invalidateQueries({ queryKey })
  }
  const send = async (
    shown: (members: readonly ProjectMember[]) => ProjectMember[],
    run: () => Promise<unknown>,
  ): Promise<boolean> => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, members => members && shown(members))
    try {
      await run()
      return true
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
      return false
    } finally {
      await settle()
    }
  }
  const setLevel = ({ gid }: ProjectMember, access_level: AccessLevel) =>
    send(
      members => members.map(one => (one.gid === gid ? { ...one, access_level } : one)),
      () => changeAccess(gid, access_level),
    )
  const remove = async ({ gid, member, access_level }: ProjectMember) => {
    const isDone = await send(
      members => members.filter(one => one.gid !== gid),
      () => removeMember(gid),
    )
    const undo = () =>
      void send(
        members => [...members],
        () => addMember(project, member.gid, access_level),
      )
    if (isDone) notify({ text: `${nameOf(member)} removed`, undo })
  }
  return { setLevel, remove }
}

export function Members({ project, members, canShare, isAdmin }: Props) {
  const { user } = useCache()
  const { setLevel, remove } = useMemberActs(project)
  const admins = members.filter(({ access_level }) => access_level === 'admin')
  return (
    <ul className="share-members" aria-label="Members">
      {members.map(membership => {
        const { gid, member, access_level } = membership
        const name = nameOf(member)
        const isLastAdmin = access_level === 'admin' && admins.length === 1
        // Only admins appoint and remove admins.
        const canChange = canShare && (isAdmin || access_level !== 'admin') && !isLastAdmin
        const canRemove = canChange || (member.gid === user && !isLastAdmin)
        return (
          <li key={gid} className="share-member" data-gid={member.gid}>
            {member.resource_type === 'team' ? (
              <span className="share-team">
                <Icon of={Users} size={18} />
              </span>
            ) : (
              <Avatar person={{ gid: member.gid, name, photo: member.photo?.image_36x36 ?? null }} size={32} />
            )}
            <span className="share-name">
              <span className="share-line" title={name}>
                {name}
                {member.gid === user ? <span className="share-soft"> (you)</span> : null}
              </span>
              {member.resource_type === 'team' ? (
                <span className="share-soft">Team</span>
              ) : (
                <span className="share-soft share-line" title={member.email}>
                  {member.email}
                </span>
              )}
            </span>
            {canShare ? (
              <select
                className="input share-level"
                aria-label={`Access of ${name}`}
                value={access_level}
                disabled={!canChange}
                title={isLastAdmin ? 'A project cannot be left without an admin.' : undefined}
                onChange={event => void setLevel(membership, event.currentTarget.value as AccessLevel)}
              >
                {ACCESS_LEVELS.filter(([level]) => isAdmin || level !== 'admin' || level === access_level).map(
                  ([level, text]) => (
                    <option key={level} value={level}>
                      {text}
                    </option>
                  ),
                )}
              </select>
            ) : (
              <span className="share-soft">{ACCESS_LEVELS.find(([level]) => level === access_level)?.[1]}</span>
            )}
            {canRemove ? (
              <IconButton icon={X} size="small" label={`Remove ${name}`} onPress={() => void remove(membership)} />
            ) : canShare ? (
              <span className="share-gap" />
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
