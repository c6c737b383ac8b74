/** The goals that a person owns, with their status and progress. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Target from 'lucide-react/icons/target'
import { Progress } from '../../components/display/progress.tsx'
import { StatusPill } from '../../components/display/status_pill.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { objectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { goalsOfPerson, type ListedGoal } from '../../data/people.ts'

/** Shows nothing if the plan of the organization includes no goals. */
export function Goals({ person, name }: { person: string; name: string }) {
  const { workspace } = useCache()
  const { data: goals } = useQuery({ ...goalsOfPerson(workspace, person), retry: false })
  if (!goals) return null
  return (
    <section className="person-part" aria-labelledby="person-goals">
      <h2 id="person-goals">Goals</h2>
      {goals.length > 0 ? (
        <ul className="person-goals" aria-labelledby="person-goals">
          {goals.map(goal => (
            <Goal key={goal.gid} goal={goal} />
          ))}
        </ul>
      ) : (
        <p className="people-about">No goals of {name} that you can see</p>
      )}
    </section>
  )
}

const MAX_PERCENT = 100

function Goal({ goal: { gid, name, status, metric } }: { goal: ListedGoal }) {
  const { workspace } = useCache()
  const shown = name.trim() || 'Untitled'
  const percent = metric && percentOf(metric)
  return (
    <li className="person-goal" data-gid={gid}>
      <Icon of={Target} />
      <Link to={objectPath('goal', workspace, gid)} className="people-name">
        {shown}
      </Link>
      <span className="person-goal-state">
        {percent === null ? null : (
          <>
            <Progress label={`Progress of ${shown}`} done={percent} total={MAX_PERCENT} hasFigures={false} />
            <span className="progress-figures">{percent}%</span>
          </>
        )}
        <StatusPill status={status} />
      </span>
    </li>
  )
}

/** How much of the way from the first number to the target is done. A target can be lower than the first number. */
function percentOf(metric: NonNullable<ListedGoal['metric']>): number {
  const { initial_number_value: from, target_number_value: to, current_number_value: now } = metric
  const share = from === to ? Number(now >= to) : (now - from) / (to - from)
  return Math.round(Math.min(1, Math.max(0, share)) * MAX_PERCENT)
}
