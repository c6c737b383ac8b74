/** The members of a project with their roles in it. */
import { useQuery } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { Avatar } from '../../../components/display/avatar.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { Loaded } from '../../../components/states.tsx'
import { ACCESS_LEVELS, membersQuery, nameOf } from '../../../data/members.ts'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

const MAX_SHOWN = 12

export function OverviewMembers({ project: { gid, owner } }: { project: Project }) {
  const query = useQuery(membersQuery(gid))
  return (
    <OverviewCard title="Members">
      <Loaded query={query} rows={1}>
        {members => (
          <>
            <ul className="overview-members">
              {members.slice(0, MAX_SHOWN).map(({ gid: membership, member, access_level }) => {
                const name = nameOf(member)
                const level = ACCESS_LEVELS.find(([one]) => one === access_level)?.[1]
                const isTeam = member.resource_type === 'team'
                return (
                  <li key={membership} data-gid={member.gid}>
                    {isTeam ? (
                      <Icon of={Users} size={20} />
                    ) : (
                      <Avatar person={{ gid: member.gid, name, photo: member.photo?.image_36x36 ?? null }} size={28} />
                    )}
                    <span className="overview-name">{name}</span>
                    <span className="overview-soft">{member.gid === owner ? 'Owner' : level}</span>
                  </li>
                )
              })}
            </ul>
            {members.length > MAX_SHOWN ? <p className="overview-soft">and {members.length - MAX_SHOWN} more</p> : null}
          </>
        )}
      </Loaded>
    </OverviewCard>
  )
}
