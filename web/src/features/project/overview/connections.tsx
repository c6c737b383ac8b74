/** The goals that a project supports, and the portfolios that contain it. Without any, nothing is shown. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Folder from 'lucide-react/icons/folder'
import Target from 'lucide-react/icons/target'
import { Icon, type IconShape } from '../../../components/icon/icon.tsx'
import { useCache } from '../../../data/hooks.ts'
import { readQuery } from '../../../data/queries.ts'
import type { Gid } from '../../../data/records.ts'
import type { NamedObject } from '../../../data/types.ts'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

const goalsQuery = (project: Gid) =>
  readQuery<readonly NamedObject[]>(
    ['objects', 'goals_of', project],
    `/api/1.0/goals?project=${project}&limit=100&opt_fields=name`,
  )

const portfoliosQuery = (project: Gid) =>
  readQuery<readonly { readonly gid: Gid; readonly portfolio: NamedObject }[]>(
    ['objects', 'portfolios_of', project],
    `/api/1.0/projects/${project}/project_portfolio_settings?limit=100&opt_fields=portfolio.name`,
  )

export function Connections({ project: { gid } }: { project: Project }) {
  // The plan of the organization may include neither.
  const { data: goals = [] } = useQuery({ ...goalsQuery(gid), retry: false })
  const { data: settings = [] } = useQuery({ ...portfoliosQuery(gid), retry: false })
  const portfolios = settings.map(({ portfolio }) => portfolio)
  return (
    <>
      <Named title="Goals" type="goal" icon={Target} objects={goals} />
      <Named title="Portfolios" type="portfolio" icon={Folder} objects={portfolios} />
    </>
  )
}

interface NamedProps {
  title: string
  type: 'goal' | 'portfolio'
  icon: IconShape
  objects: readonly NamedObject[]
}

function Named({ title, type, icon, objects }: NamedProps) {
  const { workspace } = useCache()
  if (objects.length === 0) return null
  return (
    <OverviewCard title={title}>
      <ul className="overview-files">
        {objects.map(({ gid, name }) => (
          <li key={gid}>
            <Icon of={icon} />
            <Link to={`/1/${workspace}/${type}/${gid}`} className="overview-name">
              {name || 'Private'}
            </Link>
          </li>
        ))}
      </ul>
    </OverviewCard>
  )
}
