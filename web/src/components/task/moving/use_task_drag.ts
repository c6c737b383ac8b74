/**
 * Dragging tasks: inside their list as it decides, and onto a project of the sidebar, which gets them; with Alt they leave
 * the project of the list.
 */
import type { RefObject } from 'react'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { addTasks, replaceProject } from '../../../data/task_moves.ts'
import { useAct } from '../../act.ts'
import type { DragOptions } from '../../drag/drag.ts'
import { useDrag } from '../../drag/use_drag.ts'

const PROJECT = '.sidebar [data-kind="project"]'

interface Options extends DragOptions {
  /** The list on the screen. */
  readonly list: Gid
  /** The tasks that a source takes along; none for what is no task. */
  tasksOf(source: HTMLElement): readonly Gid[]
  place: NonNullable<DragOptions['place']>
}

export function useTaskDrag(container: RefObject<HTMLElement | null>, options: Options): void {
  const cache = useCache()
  const act = useAct()
  const { list, tasksOf } = options
  const projectsOf = (task: Gid) =>
    ((cache.records.get(task)?.memberships ?? []) as readonly { project: Gid }[]).map(({ project }) => project)
  const addTo = (project: Gid, tasks: readonly Gid[], leaves: boolean) => {
    const isLeaving = (task: Gid) => leaves && project !== list && projectsOf(task).includes(list)
    const [left, kept] = [tasks.filter(isLeaving), tasks.filter(task => !isLeaving(task))]
    const added = kept.filter(task => !projectsOf(task).includes(project))
    const section = cache.lists.contents(project).sections[0]?.gid ?? null
    const steps = [
      ...addTasks(cache, added, { project, section, place: 'bottom' }),
      ...left.flatMap(task => replaceProject(cache, task, list, project)),
    ]
    const name = String(cache.records.get(project)?.name ?? 'the project')
    if (steps.length > 0) act({ title: `${left.length > 0 ? 'Moved' : 'Added'} to ${name}`, steps })
  }
  useDrag(container, {
    ...options,
    target: `${options.target}, ${PROJECT}`,
    place: (source, target, point) => {
      if (!target.matches(PROJECT)) return options.place(source, target, point)
      return tasksOf(source).length > 0 ? 'into' : null
    },
    onDrop: (source, target, place, hasAlt) => {
      if (target.matches(PROJECT)) addTo(target.dataset.gid ?? '', tasksOf(source), hasAlt)
      else options.onDrop(source, target, place, hasAlt)
    },
    onRefuse: (source, target) => {
      if (!target.matches(PROJECT)) options.onRefuse?.(source, target)
    },
  })
}
