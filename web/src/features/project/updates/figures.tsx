/** The figures of the last week, which a press adds to the text of an update. */
import Plus from 'lucide-react/icons/plus'
import { Button } from '../../../components/button.tsx'
import { useCache, useComputed, useLoadedList } from '../../../data/hooks.ts'
import { preferences } from '../../../data/preferences.ts'
import type { Gid } from '../../../data/records.ts'
import { figuresOf } from '../../../data/status_updates.ts'

interface Props {
  project: Gid
  /** Adds blocks of rich text at the end. */
  onAdd(xml: string): void
}

const tasksOf = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

export function Figures({ project, onAdd }: Props) {
  const { records } = useCache()
  const { entries } = useLoadedList(project, 'all')
  const listed = new Set<Gid>(entries.map(({ item }) => item))
  const tasks = useComputed(
    () => entries.flatMap(({ item }) => records.get(item) ?? []),
    item => listed.has(item),
    entries,
  )
  const figures = figuresOf(tasks, new Date(), preferences().time_zone ?? undefined)
  const lines = [
    `${tasksOf(figures.completed)} completed`,
    `${tasksOf(figures.overdue)} overdue`,
    `${tasksOf(figures.added)} added`,
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own
    <div className="status-figures" role="group" aria-label="Last 7 days">
      <span className="status-label">Last 7 days</span>
      <ul>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button
        size="small"
        kind="quiet"
        icon={Plus}
        onPress={() => onAdd(`<ul>${lines.map(line => `<li>${line}</li>`).join('')}</ul>`)}
      >
        Add to the update
      </Button>
    </div>
  )
}
