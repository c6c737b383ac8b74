/** The last runs of a rule: which task, when, and what came of it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../components/button.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { Empty, Loaded, Message } from '../../../components/states.tsx'
import { AppLink } from '../../../components/task/group/app_link.tsx'
import { taskPath } from '../../../data/addresses.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import { type Rule, type Run, runsOf } from './rule.ts'
import { STATES } from './words.ts'

function RunRow({ run }: { run: Run }) {
  const cache = useCache()
  const task = run.task.gid
  const record = useRecord(task)
  const isUnknown = record === undefined
  useEffect(() => {
    // A task that the person cannot see has no name.
    if (isUnknown) void cache.read('task', task, 'name').catch(() => undefined)
  }, [cache, task, isUnknown])
  return (
    <li className="rule-run">
      <span className="rule-state" data-state={run.state}>
        {STATES[run.state] ?? run.state}
      </span>
      <span className="rule-run-task">
        {record ? (
          <AppLink to={taskPath(cache.workspace, task)}>{String(record.name ?? '') || 'Untitled task'}</AppLink>
        ) : (
          'Private task'
        )}
      </span>
      <DateTime at={run.finished_at ?? run.created_at} />
      <Message text={run.reason} />
    </li>
  )
}

export function Runs({ rule, onBack }: { rule: Rule; onBack(): void }) {
  const query = useQuery({ ...runsOf(rule.gid), refetchOnMount: 'always' })
  return (
    <>
      <Loaded query={query}>
        {runs =>
          runs.length === 0 ? (
            <Empty title="No runs">A rule lists its last 100 runs of the last seven days here.</Empty>
          ) : (
            <ul className="rule-runs" aria-label={`Runs of ${rule.name}`}>
              {runs.map(run => (
                <RunRow key={run.gid} run={run} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="form-end">
        <Button onPress={onBack}>Back to rules</Button>
      </div>
    </>
  )
}
