/** The teams of the organization that the person can see. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import UsersShape from 'lucide-react/icons/users'
import { Button } from '../../components/button.tsx'
import { runCommand } from '../../components/commands.ts'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { peoplePath, teamPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { teamsQuery } from '../../data/people.ts'
import './people.css'

export function TeamsPage() {
  const { workspace } = useCache()
  const query = useQuery(teamsQuery(workspace))
  const create = (
    <Button kind="primary" icon={Plus} onPress={() => runCommand('new_team')}>
      New team
    </Button>
  )
  return (
    <Page title="Teams" lead={<Link to={peoplePath(workspace)}>People</Link>} actions={create}>
      <Loaded query={query} rows={6}>
        {({ items }) =>
          items.length > 0 ? (
            <ul className="people-list" aria-label="Teams">
              {items
                .toSorted((a, b) => a.name.localeCompare(b.name))
                .map(({ gid, name, description }) => (
                  <li key={gid} className="people-row" data-gid={gid}>
                    <span className="team-picture">
                      <Icon of={UsersShape} size={20} />
                    </span>
                    <div className="people-text">
                      <Link to={teamPath(workspace, gid)} className="people-name">
                        {name}
                      </Link>
                      {description.trim() ? <p className="people-about team-line">{description}</p> : null}
                    </div>
                  </li>
                ))}
            </ul>
          ) : (
            <EmptyState
              icon={UsersShape}
              title="No teams yet"
              hint="A team shares projects with its members."
              action="New team"
              onAction={() => runCommand('new_team')}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
