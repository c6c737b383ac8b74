/** What a person does in a list, as acts: create, rename and move tasks and sections. */
import { useCache } from '../../data/hooks.ts'
import type { Place } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import { createSection, deleteSection, moveSection, renameSection } from '../../data/sections.ts'
import { indentTask, moveTasks, outdentTask } from '../../data/task_moves.ts'
import { createTask, moveTask, setMembers } from '../../data/tasks.ts'
import { useAct } from '../act.ts'
import { sectionMove, type TaskMove } from './moves.ts'
import { type Editing, type ListKind, type ListRow, shownName } from './types.ts'

interface Options {
  readonly list: Gid
  readonly kind: ListKind
  readonly editing: Editing
  edit(editing: Editing): void
}

export function useListActs({ list, kind, editing, edit }: Options) {
  const cache = useCache()
  const act = useAct()
  const sections = () => cache.lists.contents(list).sections.map(({ gid }) => gid)
  const sectionName = (gid: Gid | null) => shownName(gid && cache.records.get(gid)?.name, 'Untitled section')
  return {
    sections,
    rename(gid: Gid, name: string) {
      const isSection = cache.records.get(gid)?.resource_type === 'section'
      const step = isSection ? renameSection(cache, gid, name) : setMembers(cache, gid, { name })
      act({ title: isSection ? 'Section renamed' : 'Task renamed', steps: [step] }, { isQuiet: true })
    },
    addTasks(names: readonly string[]): Gid | undefined {
      if (editing?.type !== 'add_task') return undefined
      let { after } = editing
      let created: Gid | undefined
      for (const name of names) {
        const place: Place = after ? { after } : editing.isFirst ? 'top' : 'bottom'
        const isSubtask = editing.list !== list
        const destination = {
          list: editing.list,
          kind: isSubtask ? 'subtasks' : kind,
          section: editing.section,
          place,
        } as const
        const steps = createTask(cache, destination, { name })
        act({ title: 'Task created', steps }, { isQuiet: true })
        created = steps[0]?.creates
        if (created && (after !== null || editing.isFirst)) after = created
      }
      edit({ ...editing, after })
      return created
    },
    addSection(name: string, after: Gid | null) {
      act(
        { title: 'Section created', steps: [createSection(cache, list, name, after ?? undefined)] },
        { isQuiet: true },
      )
    },
    moveTask(gid: Gid, { parent, section, place, position, total }: TaskMove) {
      const destination = { list: parent ?? list, kind: parent ? ('subtasks' as const) : kind, section, place }
      const to = parent ? shownName(cache.records.get(parent)?.name, 'Untitled task') : sectionName(section)
      act({ title: `Moved to ${to}, ${position} of ${total}`, steps: moveTask(cache, gid, destination) })
    },
    moveTasks(gids: readonly Gid[], { parent, section, place }: TaskMove) {
      const destination = { list: parent ?? list, kind: parent ? ('subtasks' as const) : kind, section, place }
      const to = parent ? shownName(cache.records.get(parent)?.name, 'Untitled task') : sectionName(section)
      act({ title: `${gids.length} tasks moved to ${to}`, steps: moveTasks(cache, gids, destination) })
    },
    /** Makes a task a subtask of the one above it. */
    indent(gid: Gid, parent: Gid, isSubtask: boolean) {
      const name = shownName(cache.records.get(parent)?.name, 'Untitled task')
      const project = kind === 'project' && !isSubtask ? list : null
      act({ title: `Moved to ${name}`, steps: indentTask(cache, gid, parent, project) })
    },
    /** Moves a subtask to the place after its parent. */
    outdent(gid: Gid, from: Pick<ListRow, 'gid' | 'parent' | 'section'>) {
      const outer = from.parent ? cache.records.get(from.parent)?.name : null
      const to = from.parent ? shownName(outer, 'Untitled task') : sectionName(from.section)
      const project = kind === 'project' ? list : null
      const steps = outdentTask(cache, gid, { parent: from.parent, project, section: from.section, after: from.gid })
      act({ title: `Moved to ${to}`, steps })
    },
    placeSection(section: Gid, after: Gid | null) {
      const order = sections().filter(gid => gid !== section)
      const position = after ? order.indexOf(after) + 2 : 1
      const title = `Moved ${sectionName(section)}, ${position} of ${order.length + 1}`
      act({ title, steps: [moveSection(cache, list, section, after)] })
    },
    moveSection(section: Gid, key: 'up' | 'down' | 'top' | 'bottom') {
      const after = sectionMove(sections(), section, key)
      if (after !== undefined) this.placeSection(section, after)
    },
    /** Deletes a section; its tasks move to another one before. */
    deleteSection(section: Gid, to: Gid | null) {
      const tasks = cache.lists.contents(list).entries.filter(entry => entry.section === section)
      for (const { item } of tasks) {
        if (to) {
          const steps = moveTask(cache, item, { list, kind, section: to, place: 'bottom' })
          act({ title: `Moved to ${sectionName(to)}`, steps }, { isQuiet: true })
        }
      }
      act({ title: 'Section deleted', steps: [deleteSection(section)] }, { isQuiet: true })
    },
  }
}
