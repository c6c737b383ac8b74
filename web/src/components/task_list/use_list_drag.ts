/** Dragging tasks and sections of a list. */
import { type RefObject, useRef } from 'react'
import type { Gid } from '../../data/records.ts'
import { copyOf } from '../drag/drag.ts'
import { type DragNote, GROUP_NOTE, notePreview } from '../drag/note.ts'
import { useNotice } from '../notices.tsx'
import { useTaskDrag } from '../task/moving/use_task_drag.ts'
import { draggedWith, groupDrop, sectionDrop, type TaskMove, taskDrop } from './moves.ts'
import type { ListRow } from './types.ts'
import type { Regroup } from './use_regroup.ts'

interface Options extends Pick<Regroup, 'canRegroup' | 'refusal' | 'regroup'> {
  readonly list: Gid
  readonly rows: readonly ListRow[]
  readonly canMove: boolean
  readonly canEdit: boolean
  readonly canEditSections: boolean
  /** The selected tasks: they are dragged together. */
  readonly selected: ReadonlySet<Gid>
  sections(): readonly Gid[]
  moveTask(gid: Gid, move: TaskMove): void
  moveTasks(gids: readonly Gid[], move: TaskMove): void
  placeSection(section: Gid, after: Gid | null): void
}

const isSection = ({ dataset }: HTMLElement) => dataset.kind === 'section'
const gidOf = (element: HTMLElement): Gid => element.dataset.gid ?? ''

export function useListDrag(frame: RefObject<HTMLElement | null>, options: Options): void {
  const { rows, canEdit, canMove, canEditSections, sections, moveTask, placeSection, selected } = options
  const notify = useNotice()
  const note = useRef<DragNote>(null)
  const dragged = (source: HTMLElement) => draggedWith(rows, gidOf(source), selected)
  const previewOf = (source: HTMLElement) => {
    const count = dragged(source).length
    const title = count > 1 ? `${count} tasks` : (source.getAttribute('aria-label') ?? '')
    note.current = !canMove && !isSection(source) ? notePreview(title, GROUP_NOTE) : null
    return note.current?.preview ?? (count > 1 ? notePreview(title, '').preview : copyOf(source))
  }
  const groupsOf = (source: HTMLElement, target: HTMLElement) => {
    const found = groupDrop(rows, gidOf(source), gidOf(target))
    return found && options.canRegroup(gidOf(source), found.from, found.to) ? found : null
  }
  const refusalOf = (source: HTMLElement, target: HTMLElement) => {
    const found = canMove || isSection(source) ? null : groupDrop(rows, gidOf(source), gidOf(target))
    return found && options.refusal(gidOf(source), found.from, found.to)
  }
  const sources = [canEdit && '[data-kind="task"]', canEditSections && '[data-kind="section"]'].filter(Boolean)
  useTaskDrag(frame, {
    list: options.list,
    tasksOf: source => (isSection(source) ? [] : dragged(source)),
    source: sources.join(', ') || ':not(*)',
    handle: '.list-handle, .section-name',
    target: '.task-list .grid-body > [data-gid]',
    place: (source, target, { y }) => {
      const { top, height } = target.getBoundingClientRect()
      const half = y < top + height / 2 ? 'before' : 'after'
      if (isSection(source)) return isSection(target) && gidOf(source) !== gidOf(target) ? half : null
      note.current?.refuse(refusalOf(source, target))
      if (!canMove) return groupsOf(source, target) ? 'into' : null
      if (dragged(source).includes(gidOf(target))) return null
      if (!taskDrop(rows, gidOf(source), gidOf(target), half)) return null
      return target.dataset.kind === 'task' ? half : target.dataset.kind === 'add' ? 'before' : 'after'
    },
    preview: previewOf,
    onRefuse: (source, target) => {
      const reason = refusalOf(source, target)
      if (reason) notify(reason)
    },
    onDrop: (source, target, place) => {
      if (isSection(source)) {
        const after = sectionDrop(sections(), gidOf(source), gidOf(target), place)
        if (after !== undefined) placeSection(gidOf(source), after)
        return
      }
      if (!canMove) {
        const moved = dragged(source).flatMap(task => {
          const groups = groupDrop(rows, task, gidOf(target))
          return groups && options.canRegroup(task, groups.from, groups.to) ? { task, ...groups } : []
        })
        if (moved[0]) options.regroup(moved, moved[0].to)
        return
      }
      const move = taskDrop(rows, gidOf(source), gidOf(target), place)
      if (!move) return
      const gids = dragged(source)
      if (gids.length > 1) options.moveTasks(gids, move)
      else moveTask(gidOf(source), move)
    },
  })
}
