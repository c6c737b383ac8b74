/** The treegrid: 10,000 tasks in sections, with columns, selection and dragging. `?rows=100` mounts fewer. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Grip from 'lucide-react/icons/grip-vertical'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Avatar } from '../components/display/avatar.tsx'
import { Chip } from '../components/display/chip.tsx'
import { useDrag } from '../components/drag/use_drag.ts'
import { Grid } from '../components/grid/grid.tsx'
import type { CellPlace, GridApi, GridColumn, GridRow } from '../components/grid/types.ts'
import { CompletionMark } from '../components/icon/completion_mark.tsx'
import { Icon } from '../components/icon/icon.tsx'
import { EMPTY_SELECTION } from '../components/selection/selection.ts'
import { addDays, formatDay } from '../text/format.ts'
import { people, tags } from './sample.ts'

const TODAY = '2026-12-08'
const MAX_ROWS = Number(new URLSearchParams(location.search).get('rows') ?? '10000')
const SECTION_TASKS = 25

interface Task extends GridRow {
  section: string
  number: number
}

interface Section extends GridRow {
  count: number
}

const sectionCount = Math.ceil(MAX_ROWS / SECTION_TASKS)
const sections = Array.from({ length: sectionCount }, (_, index) => ({
  gid: `s${index}`,
  label: `Section ${index + 1}`,
}))
const allTasks: readonly Task[] = Array.from({ length: MAX_ROWS }, (_, index) => ({
  gid: `t${index}`,
  level: 2,
  kind: 'task',
  label: `Task ${index + 1}`,
  section: `s${Math.floor(index / SECTION_TASKS)}`,
  number: index,
}))

const widths = { name: 320, assignee: 150, due: 120, tags: 160, estimate: 110 }
const labels = { name: 'Name', assignee: 'Assignee', due: 'Due date', tags: 'Tags', estimate: 'Estimate' }
type ColumnId = keyof typeof widths

function cellOf(task: Task, columnId: ColumnId, { tabIndex }: CellPlace): ReactNode {
  const person = people[task.number % people.length]
  const tag = tags[task.number % tags.length]
  switch (columnId) {
    case 'name':
      return (
        <>
          <button type="button" className="icon-button small gallery-grip" aria-label="Move" tabIndex={tabIndex}>
            <Icon of={Grip} size={14} />
          </button>
          <CompletionMark isCompleted={task.number % 7 === 3} tabIndex={tabIndex} />
          <a href={`#${task.gid}`} className="gallery-name" tabIndex={tabIndex}>
            {task.label}
          </a>
        </>
      )
    case 'assignee':
      return person ? (
        <button type="button" className="field-button" aria-label={`Assignee: ${person.name}`} tabIndex={tabIndex}>
          <Avatar person={person} size={20} />
          {person.name}
        </button>
      ) : null
    case 'due':
      return formatDay(addDays(TODAY, (task.number % 30) - 3), TODAY)
    case 'tags':
      return tag ? <Chip color={tag.color}>{tag.name}</Chip> : null
    case 'estimate':
      return `${task.number % 9} h`
  }
}

/** The rows, with sections collapsed and tasks moved or removed. */
function useRows() {
  const [tasks, setTasks] = useState(allTasks)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const bySection = Map.groupBy(tasks, task => task.section)
    return sections.flatMap(({ gid, label }): (Task | Section)[] => {
      const own = bySection.get(gid) ?? []
      const isExpanded = !collapsed.has(gid)
      const section = { gid, label, level: 1, kind: 'section', isExpanded, isWhole: true, count: own.length }
      return isExpanded ? [section, ...own] : [section]
    })
  }, [tasks, collapsed])
  const expand = useCallback((gid: string, isExpanded: boolean) => {
    setCollapsed(old => new Set(isExpanded ? [...old].filter(one => one !== gid) : [...old, gid]))
  }, [])
  const remove = (gid: string) => setTasks(old => old.filter(task => task.gid !== gid))
  const move = (gid: string, target: string, isAfter: boolean) =>
    setTasks(old => {
      const task = old.find(one => one.gid === gid)
      const rest = old.filter(one => one.gid !== gid)
      const index = rest.findIndex(one => one.gid === target)
      const section = rest[index]?.section ?? target
      if (!task) return old
      return rest.toSpliced(index < 0 ? 0 : index + (isAfter ? 1 : 0), 0, { ...task, section })
    })
  return { rows, expand, remove, move }
}

function useColumns() {
  const [shown, setShown] = useState(widths)
  const columns = useMemo(
    () =>
      (Object.keys(labels) as ColumnId[]).map(
        (id): GridColumn => ({
          id,
          label: labels[id],
          width: shown[id],
          align: id === 'estimate' ? 'end' : 'start',
          sort: id === 'due' ? 'ascending' : undefined,
          menu: [
            {
              actions: [
                { id: 'asc', label: 'Sort ascending' },
                { id: 'hide', label: 'Hide' },
              ],
            },
          ],
        }),
      ),
    [shown],
  )
  return { columns, resize: (id: string, width: number) => setShown({ ...shown, [id]: width }) }
}

export function GridPage() {
  const { rows, expand, remove, move } = useRows()
  const { columns, resize } = useColumns()
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const [opened, setOpened] = useState('none')
  const grid = useRef<GridApi>(null)
  const frame = useRef<HTMLDivElement>(null)
  useDrag(frame, {
    source: '[data-kind="task"]',
    handle: '[aria-label="Move"]',
    target: '.grid-body [data-gid]',
    onDrop: (source, target, place) => move(source.dataset.gid ?? '', target.dataset.gid ?? '', place === 'after'),
  })
  const renderCell = useCallback(
    (row: Task | Section, columnId: string | null, place: CellPlace) => {
      if ('number' in row) return cellOf(row, columnId as ColumnId, place)
      return (
        <button
          type="button"
          className="gallery-section"
          tabIndex={place.tabIndex}
          onClick={() => expand(row.gid, !row.isExpanded)}
        >
          <Icon of={row.isExpanded ? ChevronDown : ChevronRight} />
          {row.label}
          <span className="gallery-count">{row.count}</span>
        </button>
      )
    },
    [expand],
  )
  return (
    <>
      <div className="gallery-row">
        <Button size="small" onPress={() => grid.current?.focusRow('t40')}>
          Focus task 41
        </Button>
        <Button size="small" onPress={() => grid.current?.scrollTo(`t${MAX_ROWS - 1}`)}>
          Scroll to the end
        </Button>
        <output aria-label="Opened">{opened}</output>
        <output aria-label="Selected">{selection.gids.size}</output>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the gallery deletes rows by key */}
      <div
        ref={frame}
        className="gallery-grid"
        onKeyDown={event => {
          const gid = (event.target as Element).closest<HTMLElement>('[data-gid]')?.dataset.gid
          if (event.key === 'Delete' && gid) remove(gid)
        }}
      >
        <Grid
          ref={grid}
          label="Launch"
          rows={rows}
          columns={columns}
          renderCell={renderCell}
          selection={selection}
          onSelectionChange={setSelection}
          onExpand={expand}
          onOpen={setOpened}
          onResize={resize}
        />
      </div>
    </>
  )
}
