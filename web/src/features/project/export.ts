/** The tasks of a project as a file of comma-separated values. */
import type { Cache } from '../../data/cache.ts'
import type { Gid } from '../../data/records.ts'
import { csvOf } from './csv.ts'
import type { Project } from './use_project.ts'

interface FieldValue {
  readonly gid: Gid
  readonly display_value: string | null
}

const HEAD = ['Task ID', 'Name', 'Section', 'Assignee', 'Start date', 'Due date', 'Completed at', 'Tags']

/** The lines of the file: one for each task, in the order of the list. */
function linesOf({ records, lists }: Cache, { gid, fields }: Project): string[][] {
  const nameOf = (one: unknown) => String((typeof one === 'string' && records.get(one)?.name) || '')
  const head = [...HEAD, ...fields.map(nameOf)]
  const lines = lists.contents(gid).entries.flatMap(({ item, section }) => {
    const task = records.get(item)
    if (!task) return []
    const values = (task.custom_fields ?? []) as readonly FieldValue[]
    const tags = ((task.tags ?? []) as Gid[]).map(nameOf).join(', ')
    return [
      [
        ...[item, nameOf(item), nameOf(section), nameOf(task.assignee)],
        ...[task.start_on, task.due_at ?? task.due_on, task.completed_at].map(value => String(value ?? '')),
        ...[tags, ...fields.map(field => values.find(one => one.gid === field)?.display_value ?? '')],
      ],
    ]
  })
  return [head, ...lines]
}

/** Loads all tasks of a project and saves them as a file. */
export async function exportProject(cache: Cache, project: Project): Promise<void> {
  await cache.load(project.gid, 'all')
  const file = new Blob([csvOf(linesOf(cache, project))], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${project.title.replaceAll(/[\\/:*?"<>|]/g, ' ')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
