/** The read-only page of a goal: its facts, and what supports it in its order. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { StatusPill } from '../../components/display/status_pill.tsx'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { goal, goalRelationships } from '../../data/objects.ts'
import type { Goal } from '../../data/types.ts'
import { NamedList } from './named_list.tsx'
import { Facts, formatDue, ObjectPage } from './object_page.tsx'

export function GoalPage() {
  const { goal: gid = '' } = useParams({ strict: false })
  return (
    <ObjectPage key={gid} type="goal" path={`/goals/${gid}`} query={useQuery(goal(gid))}>
      {object => <GoalView goal={object} />}
    </ObjectPage>
  )
}

function GoalView({ goal }: { goal: Goal }) {
  const { gid, owner, team, followers, workspace } = goal
  const supporting = useQuery(goalRelationships(gid))
  return (
    <>
      <Facts
        facts={[
          ['Status', <StatusPill key="status" status={goal.status} />],
          ['Owner', owner?.name ?? 'None'],
          ['Team', team?.name],
          ['Shared with', goal.privacy_setting === 'members_only' ? 'Its members' : 'The organization'],
          ['Time period', goal.time_period?.display_name],
          ['Start date', formatDue(goal.start_on)],
          ['Due date', formatDue(goal.due_on) ?? 'None'],
          ['Members', followers.map(({ name }) => name).join(', ')],
        ]}
      />
      <Section title="Supported by" lead={supporting.data?.next ? 'The first 100 objects.' : undefined}>
        <Loaded query={supporting}>
          {page =>
            page.items.length > 0 ? (
              <NamedList
                objects={page.items.map(({ supporting_resource }) => supporting_resource)}
                workspace={workspace.gid}
              />
            ) : (
              <Empty title="No support yet">Goals and work that support this goal appear here.</Empty>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
