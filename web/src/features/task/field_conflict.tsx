/** The decision about a change that waited, while another person changed the same field. */
import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useCache } from '../../data/hooks.ts'
import type { OutboxItem } from '../../data/outbox.ts'
import type { Gid } from '../../data/records.ts'

type Members = Readonly<Record<string, unknown>>

interface Conflict {
  readonly item: OutboxItem
  readonly mine: Members
  readonly theirs: Members
}

const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  completed: 'Completed',
  assignee: 'Assignee',
  due_on: 'Due date',
  due_at: 'Due date',
  start_on: 'Start date',
  start_at: 'Start date',
}

export function FieldConflict({ task }: { task: Gid }) {
  const cache = useCache()
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  useEffect(
    () =>
      cache.onReport(report => {
        if (report.kind !== 'conflict' || report.item.subject !== task) return
        const { item, theirs } = report
        const mine = item.patches.find(({ gid }) => gid === task)?.members ?? {}
        cache.records.confirm([{ gid: task, members: theirs }])
        setConflicts(all => [...all, { item, mine, theirs }])
      }),
    [cache, task],
  )
  const settle = (conflict: Conflict, isMine: boolean) => {
    setConflicts(all => all.filter(one => one !== conflict))
    if (!isMine) return
    const { base: _base, ...item } = conflict.item
    cache.outbox.push([{ ...item, id: crypto.randomUUID(), createdAt: Date.now() }])
  }
  return conflicts.map(conflict => (
    <fieldset key={conflict.item.id} className="field-conflict" aria-label="Conflicting change">
      <p>While your change waited, another person changed this task.</p>
      <dl>
        {Object.keys(conflict.mine)
          .filter(name => name in WORDS && name in conflict.theirs)
          .map(name => (
            <div key={name}>
              <dt>{WORDS[name]}</dt>
              <dd>
                Theirs: <Value of={conflict.theirs[name]} />
              </dd>
              <dd>
                Yours: <Value of={conflict.mine[name]} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="field-conflict-choices">
        <Button onPress={() => settle(conflict, false)}>Keep theirs</Button>
        <Button onPress={() => settle(conflict, true)}>Use mine</Button>
      </p>
    </fieldset>
  ))
}

function Value({ of: value }: { of: unknown }) {
  const { records } = useCache()
  if (value === true || value === false) return <strong>{value ? 'yes' : 'no'}</strong>
  if (value === null || value === undefined || value === '') return <strong>none</strong>
  return <strong>{String(records.get(String(value))?.name ?? value)}</strong>
}
